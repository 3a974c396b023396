println([1, 2, 1, 3, 2].unique())
println([1, 1.0, 1L].unique())
println(['a', 'A', 'b'].unique { it.toLowerCase() })
println([3, 1, 3].toUnique())
def l = [1, 1]
println l.unique(false)
println l
l.unique()
println l
println([1, 2, 3, 4].unique { a, b -> a % 2 <=> b % 2 })
println([[1], [1], [2]].unique())
