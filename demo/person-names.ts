// Invented people: names drawn from two lists.
const first =
  'José María Juan Ana Luis Carmen Pedro Rosa Miguel Laura Ramón Altagracia Rafael Yolanda Francisco Mercedes Andrés Patricia Héctor Sofía Julio Lucía Ángel Raquel Víctor Elena Iván Noelia Óscar Inés Tomás Berenice Manuel Daniela Félix Camila Jesús Valentina Rubén Isabel Wilson Yésica Emilio Gabriela Nelson Paola Ernesto Marisol Hugo Claudia'.split(
    ' ',
  )
const last =
  'Peña Núñez Rodríguez Báez Pérez Santana Martínez Polanco García Ureña Jiménez Tavárez Castillo Féliz Ramírez Mejía Díaz Cabrera Guzmán Acosta Reyes Marte Vargas Liriano Peralta Abreu Encarnación Disla Almánzar Mañón'.split(
    ' ',
  )

/** Returns a generator of numbers in [0, 1); the same seed always gives the same sequence. */
export function makeRandomGenerator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function pickRandomItem<Item>(random: () => number, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

export const makePersonName = (random: () => number): string =>
  `${pickRandomItem(random, first)} ${pickRandomItem(random, last)} ${pickRandomItem(random, last)}`
