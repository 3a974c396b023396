for (int i = 0; i < 3; i++) print i + ' '
println()
for (i in [3, 1, 2]) print i + ' '
println()
for (def x : ['a', 'b']) print x
println()
for (c in 'xyz') print c + '.'
println()
for (e in [a: 1, b: 2]) print "${e.key}=${e.value};"
println()
for (i in 3..1) print i
println()
int j = 10
for (int i = 0; i < j; i += 3) print "$i/${j--} "
println()
for (x in null) println 'never'
for (x in 5) println x
for (i in 0..<0) println 'never'
println 'end'
