import { Button } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { Suspense } from 'react'
import { tooltip } from '../../ui/tooltip'
import { lazyComponent } from '../lazy'
import { useFirstOpen } from '../menu/first-open'
import { useUser } from '../session/session'
import { type Columns, keysOf } from './columns'
import type { TableControl } from './state'
import { useViews } from './view-calls'
import { differs } from './view-state'
import classes from './views-button.module.css'

const load = () => import('./views-menu').then((file) => file.ViewsMenu)
const ViewsMenu = lazyComponent(load)

type Props<R> = { name: string; table: TableControl; columns: Columns<R> }

/** ViewsButton shows the current view of a table, and opens the menu of its views, which is loaded on the first click. */
export function ViewsButton<R>({ name, table, columns }: Props<R>) {
  const { used, opened, setOpened, button: props } = useFirstOpen(load)
  const defaultView = useUser((user) => user?.default_views?.[name])
  const { spec, state } = table
  const id = Number(state.view)
  const views = useViews(name, used || (id > 0 && id !== defaultView?.id))
  const current = views.data?.find((view) => view.id === id) ?? (defaultView?.id === id ? defaultView : undefined)
  const edited = current !== undefined && differs(spec, state, keysOf(columns.shown), keysOf(columns.all), current)
  const Icon = current ? IconBookmarkFilled : IconBookmark
  const button = (
    <Button
      {...(current ? {} : tooltip('Views'))}
      {...props}
      variant="subtle"
      color="gray"
      c="var(--text)"
      className={classes.button}
      aria-label={current ? `Views: ${current.name}${edited ? ', edited' : ''}` : 'Views'}
      aria-haspopup="menu"
      onClick={used ? undefined : props.onClick} // the menu handles later clicks
    >
      <Icon size={18} />
      {current && <span className={classes.name}>{current.name}</span>}
      {edited && <span className="dimmed">edited</span>}
    </Button>
  )
  return (
    <Suspense fallback={button}>
      {used ? (
        <ViewsMenu
          name={name}
          table={table}
          columns={columns}
          views={views}
          edited={edited}
          button={button}
          opened={opened}
          onChange={setOpened}
          onRun={() => props.ref.current?.focus()}
        />
      ) : (
        button
      )}
    </Suspense>
  )
}
