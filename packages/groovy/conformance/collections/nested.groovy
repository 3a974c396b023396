def grid = (0..2).collect { r -> (0..2).collect { c -> r * 3 + c } }
println grid
println grid*.sum()
println grid.transpose()*.max()
println grid.collect { it.join(' ') }.join('\n')
println grid[1][2]
grid[0][0] = 'X'
println grid[0]
println grid.flatten().findAll { it instanceof Integer }.sum()
