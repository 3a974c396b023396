def samples = [1.5d, 2.25d, 3.125d, 10d]
println samples.sum()
println samples.sum() / samples.size()
println samples.max() - samples.min()
println samples.collect { it * 2 }
double mean = samples.sum() / samples.size()
double var = samples.collect { (it - mean) ** 2 }.sum() / samples.size()
println var
println Math.sqrt(var)
println samples.inject(0d) { a, b -> a + b }
println samples*.intValue()
println samples.collect { it.round(1) }
