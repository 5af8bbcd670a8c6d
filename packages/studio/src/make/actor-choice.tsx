import { messages } from '../messages/index.ts';
import { FieldError } from '../parts/field.tsx';
import { actors } from '../state/actors.ts';
import { change, form } from '../state/form.ts';

/** Number of placeholders shown until the actors have loaded. */
const PLACES = 8;

export function ActorChoice() {
  const m = messages.value;
  return (
    <fieldset class="actors" data-field="actor">
      <legend>{m.actor}</legend>
      <div class="posters">
        {!actors.value && Array.from({ length: PLACES }, (_, place) => <span key={place} class="no-poster" />)}
        {actors.value?.map(({ id, description, poster_url }) => (
          <label key={id} title={description}>
            <input type="radio" name="actor" checked={form.value.actor === id} onChange={() => change({ actor: id })} />
            {poster_url ? <img src={poster_url} alt="" width="112" height="112" /> : <span class="no-poster" />}
            <span class="name">{id}</span>
            <span class="visually-hidden">, {description}</span>
          </label>
        ))}
      </div>
      <FieldError name="actor" />
    </fieldset>
  );
}
