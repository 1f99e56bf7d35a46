import { computeMedian, type LoadMeasurement } from './run-load.ts'

/** Medians of two measurements that were run alternately, and of the ratios of their rounds. */
export interface LoadComparison {
  ours: LoadMeasurement
  theirs: LoadMeasurement
  /** Our requests per second divided by theirs. */
  ratio: number
}

const rounds = 5

/** Runs two measurements alternately, so that other load on the machine affects both. The first round is a warm-up. */
export async function measureAlternately(
  ours: () => Promise<LoadMeasurement>,
  theirs: () => Promise<LoadMeasurement>,
): Promise<LoadComparison> {
  const pairs: [LoadMeasurement, LoadMeasurement][] = []
  await ours()
  await theirs()
  for (let round = 0; round < rounds; round += 1) pairs.push([await ours(), await theirs()])
  return {
    ours: computeMedianMeasurement(pairs.map(([mine]) => mine)),
    theirs: computeMedianMeasurement(pairs.map(([, other]) => other)),
    ratio: computeMedian(pairs.map(([mine, other]) => mine.perSecond / other.perSecond)),
  }
}

export const computeMedianMeasurement = (measured: readonly LoadMeasurement[]): LoadMeasurement => ({
  perSecond: computeMedian(measured.map((each) => each.perSecond)),
  p50: computeMedian(measured.map((each) => each.p50)),
  p99: computeMedian(measured.map((each) => each.p99)),
})
