//! Words that people use in the names of result files, and the dimension that each is a value of.

/// Dimensions with some of their usual values. A column is taken for one when half of its values are.
const KNOWN: &[(&str, &[&str])] = &[
    (
        "tool",
        &[
            "ab",
            "artillery",
            "autocannon",
            "bombardier",
            "criterion",
            "divan",
            "drill",
            "fortio",
            "gatling",
            "ghz",
            "goose",
            "h2load",
            "hey",
            "hyperfine",
            "jmeter",
            "jmh",
            "k6",
            "locust",
            "memtier",
            "nighthawk",
            "oha",
            "pgbench",
            "plow",
            "rewrk",
            "siege",
            "sysbench",
            "vegeta",
            "wrk",
            "wrk2",
            "ycsb",
        ],
    ),
    (
        "framework",
        &[
            "actix",
            "actix-web",
            "altair",
            "aspnet",
            "aspnetcore",
            "axum",
            "bun",
            "chi",
            "deno",
            "django",
            "drogon",
            "echo",
            "elysia",
            "express",
            "falcon",
            "fastapi",
            "fasthttp",
            "fastify",
            "fiber",
            "flask",
            "gin",
            "hapi",
            "hono",
            "hyper",
            "koa",
            "kruda",
            "laravel",
            "micronaut",
            "nestjs",
            "netty",
            "nest",
            "ntex",
            "phoenix",
            "quarkus",
            "rails",
            "rocket",
            "salvo",
            "sanic",
            "sinatra",
            "spring",
            "starlette",
            "symfony",
            "tide",
            "undertow",
            "vertx",
            "warp",
        ],
    ),
    (
        "server",
        &[
            "apache",
            "caddy",
            "envoy",
            "haproxy",
            "httpd",
            "iis",
            "lighttpd",
            "litespeed",
            "nginx",
            "pingora",
            "tomcat",
            "traefik",
        ],
    ),
    (
        "database",
        &[
            "cassandra",
            "clickhouse",
            "cockroach",
            "cockroachdb",
            "duckdb",
            "etcd",
            "kafka",
            "mariadb",
            "mongo",
            "mongodb",
            "mysql",
            "nats",
            "postgres",
            "postgresql",
            "rabbitmq",
            "redis",
            "rocksdb",
            "scylla",
            "sqlite",
            "tidb",
            "valkey",
        ],
    ),
    (
        "language",
        &[
            "c",
            "clojure",
            "cpp",
            "crystal",
            "csharp",
            "dart",
            "elixir",
            "erlang",
            "go",
            "golang",
            "haskell",
            "java",
            "javascript",
            "js",
            "julia",
            "kotlin",
            "lua",
            "nim",
            "node",
            "nodejs",
            "ocaml",
            "perl",
            "php",
            "python",
            "ruby",
            "rust",
            "scala",
            "swift",
            "typescript",
            "zig",
        ],
    ),
    (
        "workload",
        &[
            "cached",
            "cached-queries",
            "db",
            "download",
            "echo",
            "fortune",
            "fortunes",
            "health",
            "hello",
            "html",
            "json",
            "login",
            "mixed",
            "multiple-queries",
            "params",
            "ping",
            "plaintext",
            "queries",
            "query",
            "search",
            "select-only",
            "single-query",
            "smoke",
            "soak",
            "spike",
            "static",
            "stress",
            "text",
            "update",
            "updates",
            "upload",
        ],
    ),
    ("operation", &["create", "delete", "insert", "list", "read", "scan", "select", "update", "upsert", "write"]),
    ("method", &["delete", "get", "head", "patch", "post", "put"]),
    ("profile", &["idle", "latency", "light", "peak", "heavy", "saturation", "throughput"]),
    (
        "protocol",
        &["grpc", "h1", "h2", "h3", "http", "http1", "http1.1", "http2", "http3", "https", "quic", "tls", "ws", "wss"],
    ),
    (
        "variant",
        &[
            "after",
            "base",
            "baseline",
            "before",
            "candidate",
            "change",
            "control",
            "head",
            "main",
            "master",
            "new",
            "old",
            "optimised",
            "optimized",
            "patched",
            "pr",
            "without",
            "with",
        ],
    ),
    ("arch", &["aarch64", "amd64", "arm64", "riscv64", "x64", "x86", "x86_64", "x86-64"]),
    ("os", &["alpine", "debian", "freebsd", "linux", "macos", "ubuntu", "windows"]),
    ("build", &["debug", "lto", "pgo", "release"]),
    ("size", &["large", "medium", "small", "tiny", "huge", "xl"]),
];

/// Variants that something was before it was changed, and those that it was after.
const SIDES: [&[&str]; 2] = [
    &["base", "baseline", "before", "control", "main", "master", "old", "without"],
    &["after", "candidate", "change", "head", "new", "optimised", "optimized", "patched", "pr", "with"],
];

/// Words for a repetition; a number follows.
const ROUND: &[&str] =
    &["r", "round", "run", "trial", "rep", "repeat", "repetition", "iter", "iteration", "attempt", "try", "pass"];

/// Words that tell what a number before or after them counts.
const COUNTED: &[(&str, &[&str])] = &[
    ("connections", &["c", "conn", "conns", "connection", "connections", "clients", "concurrency"]),
    ("threads", &["t", "thr", "thread", "threads"]),
    ("vus", &["vu", "vus"]),
    ("users", &["user", "users"]),
    ("cores", &["cpu", "cpus", "core", "cores", "vcpu", "vcpus"]),
    ("rate", &["rps", "qps", "rate"]),
];

/// Tools whose names begin with no capital, or have several.
const TOOLS: [&str; 14] = [
    "ab",
    "autocannon",
    "bombardier",
    "h2load",
    "hey",
    "hyperfine",
    "JMeter",
    "JMH",
    "k6",
    "oha",
    "pgbench",
    "sysbench",
    "wrk",
    "wrk2",
];

/// Words for a machine; a number follows that tells it from others.
const HOST: &[&str] =
    &["agent", "generator", "host", "injector", "instance", "loadgen", "machine", "pod", "runner", "vm"];

/// Units of a size or a length of time. The number keeps them, since they may vary.
const MEASURED: &[(&str, &[&str])] = &[
    ("size", &["b", "kb", "kib", "mb", "mib", "gb", "gib"]),
    ("duration", &["ms", "s", "sec", "secs", "seconds", "min", "mins", "minutes", "h"]),
];

fn find(list: &'static [(&str, &[&str])], word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    list.iter().find(|(_, words)| words.contains(&word.as_str())).map(|(name, _)| *name)
}

/// Every dimension of which the word is a usual value.
pub(super) fn dimensions_of(word: &str) -> impl Iterator<Item = &'static str> {
    let word = word.to_lowercase().replace(['_', ' '], "-");
    KNOWN.iter().filter(move |(_, values)| values.contains(&word.as_str())).map(|(name, _)| *name)
}

/// Whether the word is a usual value of something.
pub(super) fn is_known(word: &str) -> bool {
    dimensions_of(word).next().is_some()
}

/// Where a variant stands in an order: before a change, unknown, after it.
pub(super) fn side(word: &str) -> usize {
    let word = word.to_lowercase();
    SIDES.iter().position(|words| words.contains(&word.as_str())).map_or(1, |side| side * 2)
}

/// Whether a number after the word tells a repetition.
pub(super) fn is_round(word: &str) -> bool {
    ROUND.contains(&word.to_lowercase().as_str())
}

/// The name of a tool as its authors write it, where that is not as any word.
pub(super) fn as_written(word: &str) -> Option<&'static str> {
    TOOLS.into_iter().find(|tool| tool.eq_ignore_ascii_case(word))
}

/// Whether a number after the word tells one machine from another.
pub(super) fn is_host(word: &str) -> bool {
    HOST.contains(&word.to_lowercase().as_str())
}

/// What a number beside the word counts.
pub(super) fn counted(word: &str) -> Option<&'static str> {
    find(COUNTED, word)
}

/// What a number with that unit measures.
pub(super) fn measured(unit: &str) -> Option<&'static str> {
    find(MEASURED, unit)
}
