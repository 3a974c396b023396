println 'single \'quoted\' \t tab \\ slash'
println "double \"quoted\" \u0041"
println '$notInterpolated ${neither}'
println '''triple
  single 'x' "y"'''
println """triple
  double ${1 + 1} "q" """
println '''\
first
second'''
println "a\nb".length()
