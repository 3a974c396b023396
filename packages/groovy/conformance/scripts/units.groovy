def convert = [
    'km/h': { it / 3.6 },
    'mph': { it * 0.44704 },
    'degF': { (it - 32) * 5 / 9 }
]
println convert['km/h'](90)
println convert.mph(60)
println convert['degF'](212)
def show = { v, u -> "${(v as double).round(2)} $u" }
println show(convert['km/h'](100), 'm/s')
println([['km/h', 36], ['degF', 50]].collect { u, v -> convert[u](v) })
