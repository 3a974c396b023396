def text = 'the quick brown fox jumps over the lazy dog the end'
def words = text.split(' ')
println words.size()
def counts = words.countBy { it }
println counts.findAll { it.value > 1 }
println counts.sort { -it.value }.take(2)
println words.toList().unique().sort()
println words.collect { it.capitalize() }.join(' ')
println words.groupBy { it.size() }.sort { it.key }.collectEntries { k, v -> [k, v.unique()] }
println text.replaceAll(/\b(\w)/) { all, c -> c.toUpperCase() }.take(15)
