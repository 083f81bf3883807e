// So many matches, one move in flight in each, for so many seconds; prints how many moves were answered: node load.cjs PORT MATCHES SECONDS
const { Client } = require('boardgame.io/dist/cjs/client.js');
const { SocketIO } = require('boardgame.io/dist/cjs/multiplayer.js');
const game = require('./game.cjs');

const [port, matches, seconds] = process.argv.slice(2).map(Number);
const end = Date.now() + seconds * 1000;
let answered = 0;

for (let match = 0; match < matches; match++) {
  const client = Client({
    game,
    numPlayers: 2,
    debug: false,
    matchID: `${process.pid}-${match}`,
    playerID: '0',
    multiplayer: SocketIO({ server: `http://127.0.0.1:${port}` }),
  });
  let seen = -1;
  client.subscribe((state) => {
    if (!state?.ctx || state._stateID === seen) return;
    if (seen >= 0) answered += 1;
    seen = state._stateID;
    if (Date.now() < end) setImmediate(() => client.moves.go(seen % 40, seen, 1, 0.1));
    else client.stop();
  });
  client.start();
}
setTimeout(() => {
  console.log(answered);
  process.exit(0);
}, seconds * 1000 + 500);
