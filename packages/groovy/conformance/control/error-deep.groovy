class Device {
    def values = [:]
    def read(String k) {
        if (!values.containsKey(k))
            throw new NoSuchElementException("no $k")
        values[k]
    }
}
def d = new Device(values: [speed: 5])
println d.read('speed')
def all = ['speed', 'rpm'].collect {
    d.read(it)
}
println all
