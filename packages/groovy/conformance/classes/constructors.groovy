class Range2 {
    double low, high
    Range2(double low, double high) { this.low = low; this.high = high }
    Range2(double both) { this(both, both) }
    boolean contains(v) { v >= low && v <= high }
}
try {
    println new Range2(1, 5).contains(3)
    println new Range2(1, 5).contains(5.5)
} catch (e) { println e }
println new Range2(2.5, 3).low
println new Range2(7).high
