"""A judged game as one web page that needs nothing else: the rulings, the map step by step, charts and totals."""
