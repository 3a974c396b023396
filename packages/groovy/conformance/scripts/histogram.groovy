double[] v = [0.5, 1.2, 1.9, 2.1, 2.2, 3.9, 0.1]
int[] bins = new int[4]
for (x in v) bins[(int) x]++
println bins
println bins.collect { '*' * it }
double sum = 0
for (int i = 0; i < v.length; i++) sum += v[i]
println sum / v.length
println v.toList().max() + ' ' + v.toList().min()
println v.findAll { it > 2 }
println v.sum()
