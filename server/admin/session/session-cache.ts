// Caches the user that a token identifies, until the user or the gym changes.
import { randomUUID } from 'node:crypto'
import { TokenUser } from '@torniquete/contract/admin/session.ts'
import { isRoleAllowed, type RoleName, roleNames, superAdminOrMaster } from '@torniquete/contract/shared/roles.ts'
import type { FastifyBaseLogger } from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Actor } from '../../platform/http/handler-types.ts'
import type { ChangeFeed } from '../../platform/live/change-feed.ts'
import { findActor } from './queries.ts'

interface Options {
  hours: number
  /** Minutes without activity after which the session of a super admin or master ends; 0 disables this. */
  idleMinutes: number
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Address and browser of a login, for the list of sessions. */
export interface LoginAddressAndBrowser {
  address: string
  browser: string
}

const storeIntervalMs = 60_000

const watchedAreas = ['users', 'gyms'] as const
const maxSessions = 20_000

export class SessionCache {
  readonly #database: Database
  readonly #live: ChangeFeed
  readonly #secret: Uint8Array
  readonly #options: Options
  readonly #known = new Map<string, { actor: Actor; stamp: string }>()
  /** Last activity of each session as far as this server knows (`seen`), and as stored in the database (`stored`). */
  readonly #activity = new Map<string, { seen: Date; stored: Date }>()

  constructor(database: Database, live: ChangeFeed, secret: string, options: Options) {
    this.#database = database
    this.#live = live
    this.#secret = new TextEncoder().encode(secret)
    this.#options = options
  }

  /** Issues a token for a user whose login was just checked; its `sub` is the contract's TokenUser as JSON. */
  async issue(
    user: { id: number; gym: number; username: string; session_epoch: number },
    now: Date,
    origin: LoginAddressAndBrowser,
  ): Promise<string> {
    const subject: TokenUser = {
      id_user: user.id,
      id_gym: user.gym === 0 ? null : user.gym,
      username: user.username,
    }
    const issued = Math.floor(now.getTime() / 1000)
    const expires = issued + this.#options.hours * 3600
    const session = randomUUID()
    const { gym, id, session_epoch: epoch } = user
    await this.#database.write({ gym, user: id, allowedOnFullDisk: true }, async (tx) => {
      await tx.run(sql`delete from sessions where gym_id = ${gym} and id_user = ${id} and expires < ${now}`)
      await tx.run(sql`
        insert into sessions (gym_id, id, id_user, epoch, created_at, last_seen_at, expires, address, browser)
        values (${gym}, ${session}, ${id}, ${epoch}, ${now}, ${now}, ${new Date(expires * 1000)}, ${origin.address}, ${origin.browser.slice(0, 300)})`)
    })
    return new SignJWT({ epoch })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(JSON.stringify(subject))
      .setJti(session)
      .setIssuedAt(issued)
      .setExpirationTime(expires)
      .sign(this.#secret)
  }

  /**
   * Finds the user of a token, usually without a query. Null if the token is invalid, expired, ended or idle, or if
   * user or gym is not active. An `automatic` call, which no person triggered, does not count as activity.
   */
  async find(token: string, now: Date, automatic = false): Promise<Actor | null> {
    const known = this.#known.get(token)
    const isCurrent =
      known && now < known.actor.expires && known.stamp === this.#live.stamp(known.actor.gym, watchedAreas)
    if (isCurrent && !this.#isIdle(known.actor, now)) {
      if (!automatic) this.#noteActivity(known.actor, now)
      return known.actor
    }
    this.#known.delete(token)
    const claims = await this.#verify(token, now)
    if (!claims) return null
    const stamp = this.#live.stamp(claims.gym, watchedAreas)
    const found = await findActor(this.#database, claims)
    const role = roleNames.find((name) => name === found?.role)
    if (!found || !role) return null
    if (claims.epoch !== found.session_epoch && claims.session !== found.kept_session) return null
    const actor: Actor = {
      id: claims.user,
      gym: claims.gym,
      username: found.username,
      name: found.name,
      role: role satisfies RoleName,
      session: claims.session,
      epoch: claims.epoch,
      expires: claims.expires,
    }
    // Another server may have stored a later activity of the session.
    const seen = new Date(found.last_seen_at ?? claims.issued)
    const own = this.#activity.get(actor.session)
    if (!own || seen > own.seen) this.#activity.set(actor.session, { seen, stored: seen })
    if (this.#isIdle(actor, now)) return null
    if (!automatic) this.#noteActivity(actor, now)
    if (this.#known.size >= maxSessions) {
      this.#known.clear()
      this.#activity.clear()
    }
    this.#known.set(token, { actor, stamp })
    return actor
  }

  #noteActivity({ gym, id, session }: Actor, now: Date): void {
    const { stored = new Date(0) } = this.#activity.get(session) ?? {}
    const isDue = now.getTime() - stored.getTime() >= storeIntervalMs
    this.#activity.set(session, { seen: now, stored: isDue ? now : stored })
    if (!isDue) return
    this.#database
      .write({ gym, user: id, allowedOnFullDisk: true }, (tx) =>
        tx.run(sql`
          update sessions set last_seen_at = ${now} where gym_id = ${gym} and id = ${session} and last_seen_at < ${now}`),
      )
      .catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'when a session was last active was not stored'),
      )
  }

  #isIdle({ role, session }: Actor, now: Date): boolean {
    const since = this.idleSince(role, now)
    const seen = this.#activity.get(session)?.seen
    return since !== null && seen !== undefined && seen <= since
  }

  /** Sessions of the role without activity since the returned time have ended; null without an idle limit. */
  idleSince(role: RoleName, now: Date): Date | null {
    const { idleMinutes } = this.#options
    if (idleMinutes === 0 || !isRoleAllowed(role, superAdminOrMaster)) return null
    return new Date(now.getTime() - idleMinutes * 60_000)
  }

  async #verify(token: string, now: Date) {
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: ['HS256'],
        currentDate: now,
        requiredClaims: ['exp', 'sub'],
      })
      const subject = TokenUser.safeParse(JSON.parse(payload.sub ?? ''))
      if (!subject.success) return null
      return {
        gym: subject.data.id_gym ?? 0,
        user: subject.data.id_user,
        session: payload.jti ?? '',
        epoch: Number(payload.epoch ?? 0),
        expires: new Date((payload.exp ?? 0) * 1000),
        issued: new Date((payload.iat ?? 0) * 1000),
      }
    } catch {
      return null
    }
  }
}
