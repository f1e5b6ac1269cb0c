// usage: node server.js PORT WORK — answers /text after so many turns of a busy loop
const http = require('http');
const [port, work] = process.argv.slice(2).map(Number);
http.createServer((request, response) => {
  let x = 1;
  for (let i = 0; i < work; i++) x = (x * 1103515245 + 12345) & 0x7fffffff;
  response.end('hello ' + (x & 1) + '\n');
}).listen(port, '127.0.0.1');
