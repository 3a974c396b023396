def r = /a\d+b/
println r
println 'a12b' ==~ r
println(/path\/to/)
def x = 5
println(/value $x ${x + 1}/)
println($/dollar ${x} $$ / slash/$)
println(/back\slash/.length())
