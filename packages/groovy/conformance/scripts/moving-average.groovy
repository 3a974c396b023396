def v = [1d, 2d, 3d, 10d, 3d, 2d, 1d]
def avg = v.collate(3, 1, false).collect { it.sum() / it.size() }
println avg
double a = 0.5, y = v[0]
def smooth = v.collect { x -> y = a * x + (1 - a) * y; y }
println smooth
println smooth.max()
def peaks = (1..<v.size() - 1).findAll { v[it] > v[it - 1] && v[it] > v[it + 1] }
println peaks
