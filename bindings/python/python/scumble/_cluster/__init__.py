"""What Apache Spark and Ray share: where rows go, what a worker does with a block, and what is checked over the whole."""
