def cfg = [db: [host: 'h', ports: [1, 2]], on: true]
println cfg.db.host
println cfg['db']['ports'][1]
cfg.db.ports << 3
cfg.db.user = 'u'
println cfg
println cfg.db.ports*.multiply(2)
println cfg.db?.nope?.deeper
println cfg.collect { k, v -> k }
cfg.list = [[n: 1], [n: 2]]
println cfg.list.n
println cfg.list*.n.sum()
