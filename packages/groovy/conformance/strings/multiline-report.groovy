def rows = [['id', 'name', 'value'], [1, 'speed', 12.5], [20, 'rpm', 3000]]
def widths = rows.transpose().collect { col -> col*.toString()*.size().max() }
rows.each { r ->
    println r.withIndex().collect { x, i -> x.toString().padRight(widths[i]) }.join(' | ')
}
println widths
def text = """\
    |Report for ${rows.size() - 1} rows
    |  total ${rows.drop(1)*.last().sum()}
    |""".stripMargin()
print text
