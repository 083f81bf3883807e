// boardgame.io's own server with games in memory: node server.cjs PORT
const { Server } = require('boardgame.io/dist/cjs/server.js');

Server({ games: [require('./game.cjs')], origins: [/.*/] }).run(Number(process.argv[2]));
