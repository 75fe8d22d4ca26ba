// Types of judge.mjs.

/** The answer of a question, as it stands in a pack. */
export type Answer =
  | ({ kind: "text" } & Item)
  | { kind: "list"; items: readonly Item[] }
  | { kind: "number"; value: number; unit?: string; text: string }
  | { kind: "procedure"; text: string; tie?: string };

/** A text with the other forms that count, and the words a slip away that are not meant. */
export interface Item {
  text: string;
  accept?: readonly string[];
  unlike?: readonly string[];
}

export type Reason =
  | "exact" | "same" | "typo"
  | "wrong" | "empty" | "repeated" | "ambiguous" | "unreadable" | "not-judged";

export interface Verdict {
  right: boolean;
  reason: Reason;
  /** The form of the answer that was meant. */
  form: string | null;
  /** The item of a list that was meant. */
  item: number | null;
}

export interface Ranking {
  /** Who is nearest; several on a tie, none if nobody gave a number. */
  winners: number[];
  /** Who gave the number itself: that one wins at once. */
  exact: number | null;
  /** How many proposals were listened to. */
  heard: number;
  /** How far off each one is, in digits. */
  distances: (string | null)[];
}

export interface Count {
  verdicts: Reason[];
  said: number[];
  lastRight: number | null;
  complete: boolean;
}

/** The version of the rules in docs/judging.md. */
export const RULES: string;
export function judge(answer: Answer, given: string, said?: readonly number[]): Verdict;
export function rank(
  answer: { value: number; unit?: string },
  proposals: readonly (string | null)[],
  options?: { distinct?: boolean },
): Ranking;
export function pingPong(answer: Extract<Answer, { kind: "list" }>, given: readonly string[]): Count;
export function readNumber(given: string, unit?: string | null): string | null;
export function fold(text: string): string;
