def list = [1, 2]
println list.size()
def x = null
println 'before'
println x.length()
