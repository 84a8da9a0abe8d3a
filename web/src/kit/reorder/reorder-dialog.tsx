import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { messageOf } from '../api/error'
import { Dialog } from '../dialog/dialog'
import { notify } from '../dialog/notices'
import classes from './reorder-dialog.module.css'

type Item = { id: number }

type Props<R extends Item> = {
  title: string
  items: R[] | undefined
  name: (item: R) => string
  renderItem: (item: R) => ReactNode
  /** Saves the positions, starting at 1. */
  save: (order: { id: number; order: number }[]) => Promise<void>
  /** The notice after a save. */
  notice: string
  onClose: () => void
}

/** ReorderDialog reorders rows by mouse, touch or keyboard. Each change is saved immediately. */
export function ReorderDialog<R extends Item>({ title, items, name, renderItem, save, notice, onClose }: Props<R>) {
  const [order, setOrder] = useState(items)
  const [dragging, setDragging] = useState(false)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  useEffect(() => setOrder(items), [items])

  async function move(from: number, to: number) {
    if (!order || from === to || to < 0 || to >= order.length) return
    const next = arrayMove(order, from, to)
    setOrder(next)
    try {
      await save(next.map((item, i) => ({ id: item.id, order: i + 1 })))
      notify.done(notice)
    } catch (error) {
      setOrder(order)
      notify.failed(messageOf(error))
    }
  }
  function handleDragEnd({ active, over }: DragEndEvent) {
    setDragging(false)
    if (!order || !over) return
    const indexOf = (id: unknown) => order.findIndex((item) => item.id === id)
    void move(indexOf(active.id), indexOf(over.id))
  }
  const nameById = (id: unknown) => {
    const item = order?.find((other) => other.id === id)
    return item ? name(item) : ''
  }
  const positionOf = (id: unknown) => (order?.findIndex((item) => item.id === id) ?? 0) + 1
  const announcements = {
    onDragStart: ({ active }: { active: { id: unknown } }) => `${nameById(active.id)} picked up at position ${positionOf(active.id)}.`,
    onDragOver: ({ active, over }: { active: { id: unknown }; over: { id: unknown } | null }) =>
      over ? `${nameById(active.id)} is over position ${positionOf(over.id)}.` : undefined,
    onDragEnd: ({ active, over }: { active: { id: unknown }; over: { id: unknown } | null }) =>
      over ? `${nameById(active.id)} dropped at position ${positionOf(over.id)}.` : undefined,
    onDragCancel: ({ active }: { active: { id: unknown } }) => `${nameById(active.id)} stays at position ${positionOf(active.id)}.`,
  }

  return (
    // Escape during a drag cancels the drag, not the dialog.
    <Dialog onClose={onClose} title={title} size={480} ignoreEscape={dragging}>
      <p className={classes.hint}>Drag a row by its handle, or use the arrows. Changes are saved immediately.</p>
      {!order && <Skeleton height={240} />}
      {order && (
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragStart={() => setDragging(true)}
          onDragEnd={handleDragEnd}
          onDragCancel={() => setDragging(false)}
          accessibility={{ announcements }}
        >
          <SortableContext items={order} strategy={verticalListSortingStrategy}>
            <ol className="list stack gap-6">
              {order.map((item, i) => (
                <SortableRow key={item.id} id={item.id} position={i + 1} count={order.length} name={name(item)} onMove={(by) => void move(i, i + by)}>
                  {renderItem(item)}
                </SortableRow>
              ))}
            </ol>
          </SortableContext>
        </DndContext>
      )}
    </Dialog>
  )
}

type RowProps = { id: number; position: number; count: number; name: string; onMove: (by: number) => void; children: ReactNode }

function SortableRow({ id, position, count, name, onMove, children }: RowProps) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id })
  const style = { transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition }
  return (
    <li ref={setNodeRef} style={style} className={classes.row} data-dragging={isDragging || undefined}>
      <button type="button" className={classes.handle} {...attributes} {...listeners} aria-label={`Move ${name}`}>
        <IconGripVertical size={16} />
      </button>
      <span className={classes.place}>{position}</span>
      <span className="row grow gap-12 strong">{children}</span>
      <ActionIcon size="md" aria-label={`Move ${name} up`} disabled={position === 1} onClick={() => onMove(-1)}>
        <IconChevronUp size={16} />
      </ActionIcon>
      <ActionIcon size="md" aria-label={`Move ${name} down`} disabled={position === count} onClick={() => onMove(1)}>
        <IconChevronDown size={16} />
      </ActionIcon>
    </li>
  )
}
