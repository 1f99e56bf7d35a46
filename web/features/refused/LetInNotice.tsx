import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { LetInClient } from '@torniquete/contract/door.ts'
import { Picture } from '../../kit/Picture.tsx'
import { opening } from '../../navigation/opening.ts'
import { screens } from '../../navigation/screens.ts'
import type { LetInNoticeProps } from './LetIn.tsx'
import classes from './refused.module.css'

/** What is told of them after their name. */
const sentenceOf = ({ name, message }: LetInClient): string =>
  message.startsWith(`${name} `) ? message.slice(name.length + 1) : message

export const LetInNotice = ({ each, onHeard }: LetInNoticeProps) => (
  <article className={classes.notice} aria-label={`${each.name}, sin derecho`}>
    <Picture src={each.photo_url} alt="" size={56} />
    <div className={classes.text}>
      <Link className={classes.name} to={screens.clients.path} search={{ client: each.id_client }} {...opening}>
        {each.name}
      </Link>
      <p className={classes.reason}>{sentenceOf(each)}</p>
    </div>
    <CloseButton className={classes.close} size={44} aria-label={`Quitar el aviso de ${each.name}`} onClick={onHeard} />
  </article>
)
