println 'ab'.padLeft(5) + '|'
println 'ab'.padRight(5) + '|'
println 'ab'.center(6) + '|'
println '7'.padLeft(3, '0')
println 'abc'.padLeft(2)
println 'x'.center(4, '*')
println 'hello'.capitalize()
println 'ab'.next() + 'ab'.previous()
println 'hello'.tr('el', 'ip')
println 'a-c'.tr('a-c', 'A-C')
println 'hello world'.count('o')
println 'mississippi'.replaceFirst('ss', 'SS')
println 'abcabc'.replaceAll('b', 'X')
