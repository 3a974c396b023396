class Version {
    int major, minor
    String toString() { "$major.$minor" }
}
def list = [new Version(major: 2, minor: 1), new Version(major: 1, minor: 9), new Version(major: 2, minor: 0)]
println list.sort { a, b -> a.major <=> b.major ?: a.minor <=> b.minor }
println list.max { it.major * 100 + it.minor }
println list.groupBy { it.major }
println list*.minor
println list.find { it.minor == 9 }
println list.collect { it.toString() }.join(', ')
println list.any { it.major > 1 }
