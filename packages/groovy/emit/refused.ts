/** Classes that scripts of other places use and this one refuses by name. */
export const REFUSED_CLASSES: ReadonlySet<string> = new Set(
  `File FileReader FileWriter Path Paths Files URL URI Socket ServerSocket Thread Runnable Executors ExecutorService Timer
  TimerTask Process ProcessBuilder Runtime ClassLoader GroovyShell GroovyClassLoader Eval Script Binding ExpandoMetaClass
  Expando Date Calendar LocalDate LocalDateTime Instant Duration SimpleDateFormat Random Scanner UUID Locale Optional
  Stream Collectors AtomicInteger AtomicLong ConcurrentHashMap Tuple Tuple2 Sql JsonSlurper JsonOutput XmlSlurper
  MarkupBuilder BufferedReader InputStream OutputStream PrintStream Charset Observable`.split(/\s+/),
);

/** Members that reach out of the script or change the language. */
export const REFUSED_MEMBERS: ReadonlySet<string> = new Set(
  `metaClass delegate resolveStrategy classLoader execute forName newInstance invokeMethod getMetaClass setMetaClass
  setDelegate setResolveStrategy withReader withWriter eachFile toURL toURI getText newReader newWriter mixin
  getDeclaredMethods getDeclaredFields getMethods sleep`.split(/\s+/),
);

/** Functions of a script that do not exist here. */
export const REFUSED_FUNCTIONS: ReadonlySet<string> = new Set("evaluate sleep use run".split(" "));

/** Of System nothing but the output. */
export const SYSTEM_MEMBERS: ReadonlySet<string> = new Set(["out", "err"]);
