const colours = 5

/** 1 to 5; 0 is grey, for sums of several. */
export type Hue = number

/** Colour by rank from 0; the sixth equals the first. */
export const pickHue = (rank: number): Hue => (rank % colours) + 1

export const othersHue: Hue = 0
