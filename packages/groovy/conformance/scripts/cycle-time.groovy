def stamps = [0, 100, 201, 299, 404, 500, 601, 690]
def gaps = []
for (i in 1..<stamps.size()) gaps << stamps[i] - stamps[i - 1]
println gaps
double mean = gaps.sum() / gaps.size()
println String.format('mean %.1f min %d max %d', mean, gaps.min(), gaps.max())
def tolerance = 0.1
def late = gaps.findIndexValues { Math.abs(it - 100) > 100 * tolerance }
println "outside at $late"
println late.isEmpty() ? 'PASS' : 'FAIL'
