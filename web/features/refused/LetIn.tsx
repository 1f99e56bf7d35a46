// Clients whom a terminal without opening hours let in against the rules: the desk is told while they are there.
import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type LetInClient, refusedShownMs } from '@torniquete/contract/door/door.ts'
import { useState } from 'react'
import { now } from '../../api/server-clock.ts'
import { pollInterval, useEndpoint } from '../../api/use-endpoint.ts'
import { Picture } from '../../kit/Picture.tsx'
import { opening } from '../../navigation/opening.ts'
import { screens } from '../../navigation/screens.ts'
import classes from './refused.module.css'

const passOf = ({ id_client, at }: LetInClient) => `${id_client} ${at}`

/** Sentence after the name. */
const sentenceOf = ({ name, message }: LetInClient): string =>
  message.startsWith(`${name} `) ? message.slice(name.length + 1) : message

export function LetIn() {
  const [heard, setHeard] = useState<ReadonlySet<string>>(new Set())
  const [stands, setStands] = useState(false)
  const { data = [] } = useEndpoint('door.let-in', {}, { refetchInterval: stands && pollInterval })
  const standing = data.filter(
    (each) => !heard.has(passOf(each)) && now().getTime() - Date.parse(each.at) < refusedShownMs,
  )
  if (stands !== standing.length > 0) setStands(standing.length > 0)
  return standing.map((each) => (
    <article key={each.id_client} className={classes.notice} aria-label={`${each.name}, sin derecho`}>
      <Picture src={each.photo_url} alt="" size={56} />
      <div className={classes.text}>
        <Link className={classes.name} to={screens.clients.path} search={{ client: each.id_client }} {...opening}>
          {each.name}
        </Link>
        <p className={classes.reason}>{sentenceOf(each)}</p>
      </div>
      <CloseButton
        className={classes.close}
        size={44}
        aria-label={`Quitar el aviso de ${each.name}`}
        onClick={() => setHeard(new Set([...heard, passOf(each)]))}
      />
    </article>
  ))
}
