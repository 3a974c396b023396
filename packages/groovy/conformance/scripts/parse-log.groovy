def log = '''\
1.000 can0 3A0#1122
1.100 can0 3A0#1123
1.150 can1 7E8#0341
bad line
1.200 can0 3A0#1124'''
def frames = log.readLines().collect { line ->
    def m = line =~ /^([\d.]+) (\w+) ([0-9A-F]+)#([0-9A-F]*)$/
    m ? [t: m[0][1] as double, ch: m[0][2], id: Integer.parseInt(m[0][3], 16), data: m[0][4]] : null
}
println frames.count { it == null } + ' bad'
def good = frames.findAll()
println good.groupBy { it.ch }.collectEntries { k, v -> [k, v.size()] }
println good*.id.unique()
println good.find { it.id == 0x7E8 }
println good.collect { it.t }.max()
