def a = 5
def s = "a=$a, twice=${a * 2}, list=${[1, 2]}, map=${[x: 1]}"
println s
println s.class.simpleName
println "${'nested ' + "${a}"}"
println "cost \$5 and {braces}"
def m = [name: [first: 'Jo']]
println "$m.name.first!"
println "${a > 3 ? "big" : 'small'}"
println "".length() + "${a}".length()
println "${null} ${true} ${1.50} ${2d}"
