// A test of 1,000,000 samples as people write it: limits, gaps, edges, filters, windows, states, a report.
double[] samples = signal('A.Volt').values
double low = 9.5
double high = 15.2
int n = samples.length
double period = 10
double sum = 0
double sumSquares = 0
double smallest = 1e9
double largest = -1e9
int over = 0
int under = 0
int run = 0
int longestRun = 0
int edges = 0
boolean wasHigh = false
double smooth = samples[0]
double worstStep = 0
double last = samples[0]
int[] bins = new int[32]
def windows = []
double windowSum = 0
int windowCount = 0
String state = 'OFF'
def changes = [:].withDefault { 0 }
def firstBad = null

double clamp(double x, double a, double b) {
    if (x < a) return a
    if (x > b) return b
    return x
}

for (int i = 0; i < n; i++) {
    double v = samples[i]
    sum += v
    sumSquares += v * v
    if (v < smallest) smallest = v
    if (v > largest) largest = v
    if (v > high) {
        over++
        run++
        if (run > longestRun) longestRun = run
        if (firstBad == null) firstBad = i * period
    } else {
        run = 0
    }
    if (v < low) under++
    boolean isHigh = v > 12.5
    if (isHigh && !wasHigh) edges++
    wasHigh = isHigh
    smooth = 0.9 * smooth + 0.1 * v
    double step = Math.abs(v - last)
    if (step > worstStep) worstStep = step
    last = v
    int bin = (int) clamp(v * 2, 0, 31)
    bins[bin] = bins[bin] + 1
    windowSum += v
    windowCount++
    if (windowCount == 1000) {
        windows << windowSum / windowCount
        windowSum = 0
        windowCount = 0
    }
    String next = state
    switch (state) {
        case 'OFF':
            if (smooth > 12) next = 'READY'
            break
        case 'READY':
            if (smooth > 12.6) next = 'CHARGING'
            else if (smooth < 11.5) next = 'OFF'
            break
        case 'CHARGING':
            if (smooth < 12.2) next = 'READY'
            break
    }
    if (next != state) {
        changes["$state-$next".toString()]++
        state = next
    }
}

double mean = sum / n
double deviation = Math.sqrt(sumSquares / n - mean * mean)
def high2 = 0
def limit = 14.5
samples.each { if (it > limit) high2++ }
def share = high2 / n
def quiet = windows.findAll { it < mean }
def steepest = windows.collate(2, 1, false).collect { a, b -> Math.abs(b - a) }.max()
println "samples $n, mean ${mean.round(4)}, deviation ${deviation.round(4)}"
println "smallest ${smallest.round(3)}, largest ${largest.round(3)}"
println "over $over, under $under, longest run $longestRun, first at $firstBad"
println "edges $edges, worst step ${worstStep.round(3)}"
println "bins ${bins.findAll { it > 0 }}"
println "windows ${windows.size()}, quiet ${quiet.size()}, steepest ${steepest.round(4)}"
println "states ${changes.sort()}"
println "share ${share}"
println over == 0 && under == 0 ? 'PASS' : 'FAIL'
