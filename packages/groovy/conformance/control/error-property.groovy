def m = [a: 1]
println m.a

println unknownName
