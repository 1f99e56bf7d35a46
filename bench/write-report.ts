// Prints the table of results and writes it to bench/results.md.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '../server/platform/db/repository-root.ts'
import type { LoadMeasurement } from './run-load.ts'

export interface BenchReportRow {
  what: string
  ours?: LoadMeasurement
  theirs?: LoadMeasurement
  figure: string
  wanted: string
  reached: boolean
}

const round = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2))

export const compareToMinimum = (value: number, least: number, unit: string) => ({
  figure: `${round(value)} ${unit}`,
  wanted: `≥ ${least}`,
  reached: value >= least,
})
export const compareToMaximum = (value: number, most: number, unit: string) => ({
  figure: `${round(value)} ${unit}`,
  wanted: `≤ ${most}`,
  reached: value <= most,
})

const detail = (measured: LoadMeasurement | undefined) =>
  measured ? `${measured.perSecond.toFixed(0)}/s, ${measured.p50.toFixed(2)} / ${measured.p99.toFixed(2)} ms` : '–'

export const formatReportTable = (rows: readonly BenchReportRow[]): string =>
  [
    '| What | Figure | Wanted | | Ours: rate, p50 / p99 | Compared: rate, p50 / p99 |',
    '|---|---|---|---|---|---|',
    ...rows.map(
      ({ what, figure, wanted, reached, ours, theirs }) =>
        `| ${what} | ${figure} | ${wanted} | ${reached ? '✓' : '✗'} | ${detail(ours)} | ${detail(theirs)} |`,
    ),
  ].join('\n')

const explanation = [
  'The load generator, the server and the database share the cores. Two things that are compared take turns for five',
  'rounds, after one round that is not counted. Rates and times are medians of the rounds, and a ratio is the median of',
  'the ratios of the rounds. Differences below 30 % are noise.',
  '',
  '- *What*: the measurement. "The same" refers to the row above.',
  '- *Figure*: the result. *Wanted*: its target, and whether the result reaches it.',
  '- *Ours*: operations per second of Torniquete, and the median and 99th percentile of their duration.',
  '- *Compared*: the same numbers of the thing that the row compares with Torniquete.',
]

export function writeReport(rows: readonly BenchReportRow[]): void {
  const text = [
    '# Benchmark results',
    '',
    `\`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores.`,
    '',
    ...explanation,
    '',
    formatReportTable(rows),
    '',
  ].join('\n')
  console.log(text)
  writeFileSync(join(repositoryRoot, 'bench/results.md'), text)
}
