// The game on boardgame.io's own server, with its own storage in memory: node server.js
//
// Prints its address once it is ready. Nothing is durable: a restart forgets every match.
// package.json holds koa-compose back: with the next version boardgame.io's lobby is not found.
const { Server } = require("boardgame.io/server");
const { JollyAndRoger } = require("./game.js");

const server = Server({ games: [JollyAndRoger], origins: [/.*/] });
// It would listen to the whole network.
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, ready) => listen(port, "127.0.0.1", ready);

server.run(0).then(({ appServer }) => {
  console.log(`ready: http://127.0.0.1:${appServer.address().port}/`);
});
