// Forty units on a table; a move puts one of them elsewhere and rolls a die, without any rule.
const unit = (id) => ({ id, x: id, y: 0, angle: 0, stands: 12, disordered: false });

module.exports = {
  name: 'table',
  setup: () => ({ units: Array.from({ length: 40 }, (_, id) => unit(id)) }),
  moves: {
    go: {
      client: false,
      move: ({ G, random }, id, x, y, angle) => {
        const unit = G.units[id];
        Object.assign(unit, { x, y, angle });
        if (random.D10() > 8) unit.stands -= 1;
      },
    },
  },
};
