println 'a list after a name is an index'
try { println [1, 2] } catch (MissingPropertyException e) { println e.message }
