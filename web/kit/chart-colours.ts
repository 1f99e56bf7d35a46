// The five colours of charts, as `.palette` of chart.module.css gives them to each theme.

const colours = 5

/** By rank, counted from 0; the sixth is the first again. */
export const chartColour = (rank: number): string => `var(--hue-${(rank % colours) + 1})`

/** What stands for several together is grey. */
export const othersColour = 'var(--hue-others)'
