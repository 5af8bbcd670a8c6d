import { LIMITS } from '@talking-avatar/contract';
import { SpeechError } from '../speech.ts';
import { type Attributes, quoteAttributes, readStyle, SILENT, separates, warnOfTag } from './elements.ts';
import { type ReadEmotion, readEmotion } from './emotions.ts';
import { LONGEST_PAUSE, readPause } from './prosody.ts';
import type { EmotionSpan, Item, Script, Style } from './script.ts';
import { lookUp } from './tables.ts';

/** Silence before and after SSML block elements, in seconds. */
const BLOCK_PAUSES: Readonly<Record<string, number>> = { p: 0.7, s: 0.35 };
/** Tags that mark a position in the speech, possibly within a word. `bookmark` is from Azure. */
const PLACES: ReadonlySet<string> = new Set(['mark', 'bookmark']);
/** The end of a sentence. A letter right after it in another element begins a new word. */
const SENTENCE_END = /[.!?…]$/;
const BEGINS_WORD = /^\p{L}/u;
/** Maximum nesting depth of tags. A real document has about ten levels. */
export const MAX_DEPTH = 64;

interface Open {
  name: string;
  style: Style;
  /** True if the text's replacement has been spoken; shared with nested elements. */
  replaces: { spent: boolean };
  emotion?: EmotionSpan;
  /** Pause around the block, in seconds. */
  pause: number;
}

/** Builds a script from the XML parser's events. Tag names are case-insensitive. */
export class ScriptReader {
  #text = '';
  #items: Item[] = [];
  #emotions: EmotionSpan[] = [];
  #warnings = new Set<string>();
  #open: Open[] = [];
  #language: string | undefined;
  /** Pause for blocks that have ended or begun since the last text, in seconds. There is no pause at either end of the text. */
  #blockPause = 0;
  /** The tags since the last text, in order. */
  #passed: ('open' | 'close')[] = [];

  /** Processes an opening tag, which is self-closing if `isEmpty`. @returns false if it is nested too deeply */
  open(written: string, attributes: Attributes, isEmpty: boolean): boolean {
    const name = written.toLowerCase();
    if (this.#isSilent()) {
      this.#open.push({ ...this.#open.at(-1)!, name, pause: 0 });
      return this.#open.length <= MAX_DEPTH;
    }
    if (!PLACES.has(name)) this.#passed.push('open');
    const emotion = readEmotion(name, attributes);
    for (const warning of emotion?.warnings ?? []) this.#warnings.add(warning);
    const pause = lookUp(BLOCK_PAUSES, name) ?? 0;
    this.#blockPause = Math.max(this.#blockPause, pause);
    if (name === 'break') this.#break(attributes);
    if (PLACES.has(name)) this.#items.push({ kind: 'mark', name: attributes.name ?? attributes.mark ?? '' });
    if (name === 'speak') this.#language ??= attributes['xml:lang'];
    this.#open.push({ name, ...this.#styleWithin(this.#readOwn(name, attributes, emotion, isEmpty)), pause });
    const { expression, level } = emotion ?? {};
    if (expression && level !== undefined) {
      this.#open.at(-1)!.emotion = { from: this.#text.length, to: 0, expression, level };
    }
    return this.#open.length <= MAX_DEPTH;
  }

  close(): void {
    const { name, emotion, pause } = this.#open.pop()!;
    if (this.#isSilent()) return;
    if (!PLACES.has(name)) this.#passed.push('close');
    if (emotion) this.#emotions.push({ ...emotion, to: this.#text.length });
    if (separates(name, false)) this.say(' ');
    this.#blockPause = Math.max(this.#blockPause, pause);
  }

  say(text: string): void {
    if (this.#isSilent()) return;
    const collapsed = text.replace(/\s+/g, ' ');
    if (collapsed.trim() !== '' && this.#blockPause > 0) {
      const seconds = this.#blockPause;
      this.#blockPause = 0;
      this.#pause(seconds);
    }
    const apart = this.#isApart(collapsed) ? ` ${collapsed}` : collapsed;
    const said = this.#text === '' || this.#text.endsWith(' ') ? apart.trimStart() : apart;
    if (said === '') return;
    this.#passed = [];
    const from = this.#text.length;
    this.#text += said;
    this.#items.push({ kind: 'spoken', from, to: this.#text.length, style: this.#takeStyle(said) });
  }

  /** Checks whether the current position is within an element whose content is not spoken. */
  #isSilent(): boolean {
    return this.#open.some(({ name }) => SILENT.has(name));
  }

  /**
   * Checks whether the tags since the last text separate two words, because one element ends and another begins, or because a sentence has
   * ended.
   */
  #isApart(text: string): boolean {
    if (this.#passed.length === 0 || text.startsWith(' ')) return false;
    const siblings = this.#passed.some((tag, i) => tag === 'close' && this.#passed[i + 1] === 'open');
    return siblings || (SENTENCE_END.test(this.#text) && BEGINS_WORD.test(text));
  }

  finish(): Script {
    this.#checkPauses();
    return {
      text: this.#text,
      items: this.#items,
      emotions: this.#emotions.toSorted((a, b) => a.from - b.from),
      warnings: [...this.#warnings],
      ...(this.#language && { language: this.#language }),
    };
  }

  #readOwn(name: string, attributes: Attributes, emotion: ReadEmotion | undefined, isEmpty: boolean): Style {
    if (name === 'break' || PLACES.has(name) || emotion) return {};
    const read = readStyle(name, attributes);
    for (const warning of read?.warnings ?? []) this.#warnings.add(warning);
    if (read) return read.style;
    const warning = warnOfTag(name);
    if (!warning) return {};
    this.#warnings.add(warning);
    if (separates(name, isEmpty)) this.say(' ');
    return {};
  }

  #styleWithin(own: Style): Pick<Open, 'style' | 'replaces'> {
    const { style: around = {}, replaces = { spent: false } } = this.#open.at(-1) ?? {};
    if (own.alias === undefined && own.ipa === undefined) return { style: { ...around, ...own }, replaces };
    const { alias, ipa, ...rest } = around;
    return { style: { ...rest, ...own }, replaces: { spent: false } };
  }

  /** A replacement is spoken instead of the element's first word. The rest of the element is silent. */
  #takeStyle(said: string): Style {
    const open = this.#open.at(-1);
    if (!open) return {};
    if (open.style.alias === undefined && open.style.ipa === undefined) return open.style;
    const { alias, ipa, ...style } = open.style;
    if (said.trim() === '') return style;
    const spent = open.replaces.spent;
    open.replaces.spent = true;
    return spent ? { ...style, alias: '' } : open.style;
  }

  /** Adds a pause, which ends the previous word. The longer of two adjacent pauses wins. */
  #pause(seconds: number): void {
    this.say(' ');
    const before = this.#items.at(-1);
    if (before?.kind === 'pause') before.seconds = Math.max(before.seconds, seconds);
    else if (this.#text !== '') this.#items.push({ kind: 'pause', seconds });
  }

  #checkPauses(): void {
    const seconds = this.#items.reduce((sum, item) => sum + (item.kind === 'pause' ? item.seconds : 0), 0);
    if (seconds <= LIMITS.speechSeconds) return;
    const reason = `its pauses alone take ${Math.ceil(seconds)} s; the limit for speech and pauses is ${LIMITS.speechSeconds} s.`;
    throw new SpeechError('Speech too long', reason, 'text');
  }

  #break(attributes: Attributes): void {
    const seconds = readPause(attributes);
    const written = quoteAttributes(attributes);
    if (seconds === undefined) {
      // The tag still separates words.
      this.say(' ');
      this.#warnings.add(`<break>: ${written} is not a valid time, so it is ignored.`);
    } else if (seconds > 0) this.#pause(Math.min(LONGEST_PAUSE, seconds));
    if (seconds !== undefined && seconds > LONGEST_PAUSE) {
      this.#warnings.add(`<break>: ${written} is longer than ${LONGEST_PAUSE} s; using ${LONGEST_PAUSE} s.`);
    }
  }
}
