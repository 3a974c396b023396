def m = [a: 1, b: 2, c: 3]
println m.find { it.value > 1 }
println m.find { k, v -> v > 1 }.key
println m.findAll { it.value > 1 }
println m.findAll { k, v -> k == 'a' }
println m.any { k, v -> v > 2 }
println m.every { it.value > 0 }
println m.count { k, v -> v % 2 == 1 }
println m.collectEntries { k, v -> [v, k] }
println m.values().sum()
println m.min { it.value }
println m.max { k, v -> v }
