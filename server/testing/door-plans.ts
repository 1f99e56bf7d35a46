// Computes the hours and doors of each sold plan independently of the product, and the rights expected at a terminal.
import type { Schedule, WeekHours } from '@torniquete/contract/door/schedules.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import type { Terminal } from '@torniquete/terminal-simulator/terminal.ts'
import type { DoorAction } from './door-action-arbitrary.ts'
import { makePlan, makeSchedule, type TestGym } from './factories.ts'

interface SoldPlan {
  id: number
  hours: 0 | 1 | null
  doors: Extract<DoorAction, { kind: 'limit' }>['doors']
}

const evenings = (from: string): WeekHours => Array.from({ length: 7 }, () => [{ from, to: '22:00' }])

/** Opening hours in the terminal's format: begin and end of each span as numbers such as 630, for each day. */
const numbers = (week: WeekHours): string =>
  JSON.stringify(week.map((day) => day.map(({ from, to }) => [from, to].map((time) => Number(time.replace(':', ''))))))

const always = 'always'

/** Writes rights as `hours:doors`. Doors that are open at all hours are not listed again with other hours. */
function textOf(rights: ReadonlyMap<string, number>): string {
  const all = rights.get(always) ?? 0
  const others = [...rights].filter(([hours, doors]) => hours === always || (doors & ~all) !== 0)
  return others
    .map(([hours, doors]) => `${hours}:${doors}`)
    .sort()
    .join(' ')
}

/** Doors and hours that a PIN opens at a simulated terminal of the access dialect. */
export function formatDoorRights({ rights, firmware }: Terminal, pin: string): string {
  if (firmware.dialect !== 'access') return ''
  const found = new Map<string, number>()
  for (const { zone, doors } of rights.of(pin)) {
    const times = rights.zones.get(zone)?.map((day) => day.filter(([, to]) => to > 0))
    const hours = zone === 1 ? always : JSON.stringify(times ?? 'unknown')
    found.set(hours, (found.get(hours) ?? 0) | doors)
  }
  return textOf(found)
}

export class SimulatedPlans {
  readonly #gym: TestGym
  readonly #devices: readonly number[]
  readonly #plans: SoldPlan[] = []
  readonly #schedules: Schedule[] = []

  constructor(gym: TestGym, devices: readonly number[]) {
    this.#gym = gym
    this.#devices = devices
  }

  async make(days: number): Promise<number> {
    const { id } = await makePlan(this.#gym, { duration_days: days })
    this.#plans.push({ id, hours: null, doors: null })
    return id
  }

  async #schedule(hours: 0 | 1): Promise<Schedule> {
    for (let at = this.#schedules.length; at <= hours; at += 1)
      this.#schedules.push(await makeSchedule(this.#gym, { week: evenings(at === 0 ? '16:00' : '18:00') }))
    return this.#schedules[hours] as Schedule // the loop above created the schedule
  }

  async limit({ plan: at, hours, doors }: Extract<DoorAction, { kind: 'limit' }>): Promise<void> {
    const plan = this.#plans[at % Math.max(1, this.#plans.length)]
    if (!plan) return
    const id_device = doors && (this.#devices[doors.terminal] ?? 0)
    const { status } = await this.#gym.admin.try('memberships.set-access', {
      params: { id_membership: plan.id },
      body: {
        id_schedule: hours === null ? null : (await this.#schedule(hours)).id,
        doors: id_device === null ? null : [{ id_device, doors: doors?.door ? [doors.door] : null }],
      },
    })
    // Status 409 means that the device reported that it has no such door.
    if (status === 200) Object.assign(plan, { hours, doors })
    else if (status !== 409) throw new Error(`the plan's access answered ${status}`)
  }

  async rehour({ hours, from }: Extract<DoorAction, { kind: 'rehour' }>): Promise<void> {
    const { id } = await this.#schedule(hours)
    this.#schedules[hours] = await this.#gym.admin.call('memberships.update-schedule', {
      params: { id_schedule: id },
      body: { week: evenings(from) },
    })
  }

  /** Doors that a plan opens at a terminal, as a bit mask. */
  #doors({ doors }: SoldPlan, at: number, { firmware }: Terminal): number {
    const all = firmware.dialect === 'access' ? 2 ** firmware.lockCount - 1 : 1
    if (doors === null) return all
    if (doors.terminal !== at) return 0
    return doors.door === null ? all : all & (1 << (doors.door - 1))
  }

  /** Rights of a person at a terminal on a day ('' without any), and whether the terminal must know the person. */
  of(
    payments: readonly Payment[],
    today: string,
    at: number,
    terminal: Terminal,
  ): { rights: string; isExpected: boolean } {
    const sold = payments.map((payment) => ({
      payment: payment.membership,
      plan: this.#plans.find(({ id }) => id === payment.membership.id_membership),
    }))
    const isLimited = sold.some(({ plan }) => plan && (plan.hours !== null || plan.doors !== null))
    const rights = new Map<string, number>()
    let isOpened = false
    for (const { payment, plan } of sold) {
      const doors = plan ? this.#doors(plan, at, terminal) : 0
      if (!plan || doors === 0) continue
      isOpened = true
      if (payment.start_date > today || payment.expire_membership <= today) continue
      const week = plan.hours === null ? undefined : this.#schedules[plan.hours]?.week
      const hours = week && terminal.firmware.hours === 'kept' ? numbers(week) : always
      rights.set(hours, (rights.get(hours) ?? 0) | doors)
    }
    return { rights: textOf(rights), isExpected: !isLimited || isOpened }
  }
}
