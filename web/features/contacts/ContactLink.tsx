import classes from '../../kit/kit.module.css'
import { contactLinks } from './contact-links.ts'

export function ContactLink({ phone, email }: { phone?: string | null; email?: string | null }) {
  const [link] = contactLinks({ phone, email })
  if (!link) return '—'
  return (
    <a href={link.href} className={phone ? classes.number : classes.address}>
      {phone ?? email}
    </a>
  )
}

/** Printed contact: the number unbroken, the address wrapped. */
export function ContactText({ phone, email }: { phone: string | null; email: string | null }) {
  if (!phone && !email) return '—'
  return (
    <>
      {phone && <div className={classes.number}>{phone}</div>}
      {email && <div className={classes.address}>{email}</div>}
    </>
  )
}
