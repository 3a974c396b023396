class Sample {
    double value
    long time
    String unit = 'V'
    boolean ok
    List<Integer> raw = []
    Integer count
    int n
}
def s = new Sample(value: 5, time: 10, ok: true)
println s.value + ' ' + s.time + ' ' + s.unit + ' ' + s.ok + ' ' + s.raw + ' ' + s.count + ' ' + s.n
s.value = 3
s.n = 7.9
println s.value + ' ' + s.n
println s.time.class.simpleName
s.raw << 1
println s.raw
s.value += 0.5
s.n++
println s.value + ' ' + s.n
