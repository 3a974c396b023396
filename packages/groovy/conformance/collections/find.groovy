def list = [3, 8, 5, 10]
println list.find { it > 4 }
println list.find { it > 100 }
println list.findAll { it > 4 }
println list.findIndexOf { it == 5 }
println list.findIndexOf { it == 99 }
println list.findLastIndexOf { it > 4 }
println list.findIndexValues { it > 4 }
println list.findResult { it > 4 ? "found $it" : null }
println list.findResults { it > 4 ? it * 2 : null }
println list.grep { it % 2 == 0 }
println(['a', 1, 'b'].grep(String))
println(['ab', 'b'].grep(~/a.*/))
println([0, 1, null, 2].findAll())
println list.split { it > 4 }
