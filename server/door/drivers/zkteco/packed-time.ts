// Converts times from and to one number (protocol §6.4): seconds of a calendar in which each month has 31 days.

/** Packs a local time `YYYY-MM-DD HH:MM:SS`, from the year 2000 on. */
export function packTime(local: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = local.split(/[- :T]/).map(Number)
  const days = (year - 2000) * 372 + (month - 1) * 31 + (day - 1)
  return days * 86_400 + hour * 3600 + minute * 60 + second
}

/** Returns `YYYY-MM-DD HH:MM:SS`, whose day may not exist (such as 02-31). */
export function unpackTime(packed: number): string {
  const [days, seconds] = [Math.floor(packed / 86_400), packed % 86_400]
  const date = [2000 + Math.floor(days / 372), Math.floor((days % 372) / 31) + 1, (days % 31) + 1]
  const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const text = (parts: number[], between: string) => parts.map((part) => String(part).padStart(2, '0')).join(between)
  return `${text(date, '-')} ${text(time, ':')}`
}
