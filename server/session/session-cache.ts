// Who a token stands for, remembered until its user or gym changes.
import { randomUUID } from 'node:crypto'
import { type RoleName, roleNames } from '@torniquete/contract/roles.ts'
import { TokenSubject } from '@torniquete/contract/session.ts'
import { jwtVerify, SignJWT } from 'jose'
import type { Database } from '../db/database.ts'
import type { Actor } from '../http/context.ts'
import type { ChangeFeed } from '../live/change-feed.ts'
import { findActor } from './queries.ts'

interface CachedSession {
  actor: Actor
  stamp: string
}

interface Claims {
  gym: number
  user: number
  session: string
  epoch: number
  expires: Date
}

const followed = ['users', 'gyms'] as const
const atMost = 20_000

export class Sessions {
  readonly #database: Database
  readonly #live: ChangeFeed
  readonly #secret: Uint8Array
  readonly #hours: number
  readonly #known = new Map<string, CachedSession>()

  constructor(database: Database, live: ChangeFeed, secret: string, hours: number) {
    this.#database = database
    this.#live = live
    this.#secret = new TextEncoder().encode(secret)
    this.#hours = hours
  }

  /** A token for a user just checked; `sub` is JSON text as the contract's TokenSubject. */
  async issue(user: { id: number; gym: number; username: string; session_epoch: number }, now: Date): Promise<string> {
    const subject: TokenSubject = {
      id_user: user.id,
      id_gym: user.gym === 0 ? null : user.gym,
      username: user.username,
    }
    const issued = Math.floor(now.getTime() / 1000)
    return new SignJWT({ epoch: user.session_epoch })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(JSON.stringify(subject))
      .setJti(randomUUID())
      .setIssuedAt(issued)
      .setExpirationTime(issued + this.#hours * 3600)
      .sign(this.#secret)
  }

  /** Whom the token names, while user and gym are active; null where it is broken, expired or ended. Without the database in the usual case. */
  async find(token: string, now: Date): Promise<Actor | null> {
    const known = this.remembered(token, now)
    if (known) return known
    this.#known.delete(token)
    const claims = await this.#verify(token, now)
    if (!claims) return null
    const stamp = this.#live.stamp(claims.gym, followed)
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
    if (this.#known.size >= atMost) this.#known.clear()
    this.#known.set(token, { actor, stamp })
    return actor
  }

  /** The same from memory alone: null where that does not suffice. */
  remembered(token: string, now: Date): Actor | null {
    const known = this.#known.get(token)
    const holds = known && now < known.actor.expires && known.stamp === this.#live.stamp(known.actor.gym, followed)
    return holds ? known.actor : null
  }

  async #verify(token: string, now: Date): Promise<Claims | null> {
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: ['HS256'],
        currentDate: now,
        requiredClaims: ['exp', 'sub'],
      })
      const subject = TokenSubject.safeParse(JSON.parse(payload.sub ?? ''))
      if (!subject.success) return null
      return {
        gym: subject.data.id_gym ?? 0,
        user: subject.data.id_user,
        session: payload.jti ?? '',
        epoch: Number(payload.epoch ?? 0),
        expires: new Date((payload.exp ?? 0) * 1000),
      }
    } catch {
      return null
    }
  }
}
