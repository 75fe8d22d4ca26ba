// livret teaser: written by `livret schema` from its JSON Schema. Do not edit.
// Unknown keys may appear in later versions of the same format: ignore them.

/** A pack without answers, for the public. Unknown keys are to be ignored. */
export interface Teaser {
  /** Grows a new number only when an old reader would break. */
  format: "livret-teaser/1";
  /** The hash of the content that it was made from. */
  content_hash: string;
  /** The hash of the pack without this key: docs/packs.md. */
  integrity: string;
  game: Game;
  products: Product[];
}

export interface Game {
  id: string;
  title: string;
  edition: string;
  version: string;
  language: string;
  players: {
    min: number;
    max: number;
  };
  age?: number;
  minutes?: number;
  credits?: string[];
  components: {
    /** Its name in the singular, as rulebooks refer to it. */
    name: string;
    /** How many are in the box. */
    count: number;
    /** How many of each value; together they must be `count`. */
    values: Record<string, number>;
    /** The product that it is, if it is one: their numbers must agree. */
    product?: string;
    /** What stands on the faces of a die instead of 1, 2, 3; the first and the last are opposite. */
    faces?: string[];
  }[];
  setups: {
    name: string;
    players: number;
    each: Record<string, number | Record<string, number>>;
    table: Record<string, number | Record<string, number>>;
  }[];
  abilities?: Record<string, {
    /** The printed name. */
    name: string;
    /** What it does. */
    text: string;
    /** What it does in play, for engines: one of the effects that mechanisms know. */
    effect?: "extra-turn" | "swap" | "spy" | "wild" | "shield";
    /** The values that a joker may stand for. */
    counts_as: number[];
  }>;
  play?: Play;
}

export type Play =
  | BoardChallengesPlay
  | CardChallengesPlay
  | CodeBreakingPlay
  | LowHandPlay;

/** The numbers of such a game. */
export interface BoardChallengesPlay {
  mechanism: "board-challenges";
  /** The product that is the board. */
  board: string;
  /** The component that is paid with. */
  token: string;
  /** Faces of the dice. */
  dice: {
    /** The die that moves the pawn. */
    move: number;
    /** The die that gives the page. */
    page: number;
    /** The die that gives the question on the page. */
    question: number;
  };
  /** Who plays the questions of a product: solo, duel or multi. */
  modes: Record<string, "solo" | "duel" | "multi">;
  /** The phases, in order. */
  phases: {
    /** The printed name. */
    name: string;
    /** Who pays the winner of a challenge. */
    payer: "bank" | "players";
    /** When the phase ends. */
    ends: "bank-empty" | "one-left";
    /** Whether the roller may raise. */
    raises: boolean;
  }[];
  /** Set-ups that begin with a later phase: its name. */
  starts: Record<string, string>;
  /** A raise is a multiple of it. */
  step: number;
  /** What a tie or a question without a winner leads to: the dice decide, or a new turn. */
  unsettled: "dice" | "replay";
}

/** The numbers of such a game. */
export interface CardChallengesPlay {
  mechanism: "card-challenges";
  /** The component that is the die. */
  die: string;
  /** What its faces mean. */
  faces: {
    /** What stands on the face, as in the component. */
    face: string;
    /** The pile that it names. */
    product: string;
    /** Two players, or everybody. */
    mode: "duel" | "multi";
    /** The least stake. */
    amount: number;
  }[];
  /** The component that is paid with. */
  token: string;
  /** The component that lets its owner read a card, once. */
  help?: string;
  /** The set-up that a game starts with. */
  setup: string;
  /** A raise is a multiple of it. */
  step: number;
  /** What the die's amounts are multiplied with when two players are left. */
  last_two: number;
  /** What a tie or a question without a winner leads to: the dice decide, or a new turn. */
  unsettled: "dice" | "replay";
  /** Whether a Cible refuses a number that was proposed before. */
  distinct: boolean;
  /** Other ways to play. */
  variants: Record<string, {
    /** Who chooses the question. */
    chooser: "active" | "reader";
    /** Whether help cards are dealt. */
    help: boolean;
    /** Players in a team, which shares its tokens and gives one answer; 0: everybody for themselves. */
    teams: number;
    /** Tokens start in the bank, which pays this much for each question until it cannot; 0: no. */
    reward: number;
  }>;
}

/** The numbers of such a game. */
export interface CodeBreakingPlay {
  mechanism: "code-breaking";
  /** The columns, one die of the code each. */
  columns: string[];
  /** Faces of a die. */
  faces: number;
  /** Dice that all attempts may use together. */
  dice: number;
  /** Dice that are rolled for an attempt. */
  roll: number;
  /** Rows for attempts. */
  attempts: number;
  /** Rounds of a game; the roles change each time. */
  rounds: number;
  /** The points that a round can bring. */
  score: {
    /** Points for the code. */
    found: number;
    /** Points for each unused row. */
    row: number;
    /** Points for each die that was not placed. */
    die: number;
  };
  /** The product with puzzles, if there is one. */
  puzzles?: string;
}

/** The numbers of such a game. */
export interface LowHandPlay {
  mechanism: "low-hand";
  /** The product with the value cards. */
  deck: string;
  /** Cards that are dealt to each player. */
  hand: number;
  /** The total that ends the game. */
  limit: number;
  /** Opponents of a single player. */
  bots?: {
    /** Their names, in the order of their turns. */
    names: string[];
    /** A second hidden card is revealed unless a visible one is above this value. */
    reveal_above: number;
    /** What each bot drops before scoring, by level of difficulty. */
    levels: ("nothing" | "lowest" | "highest")[];
  };
}

export type Product =
  | BoardProduct
  | BookletProduct
  | CodePuzzlesProduct
  | ComponentsProduct
  | PlainCardsProduct
  | QuestionCardsProduct
  | RulebookProduct
  | SheetProduct
  | ValueCardsProduct;

export interface Question {
  id: string;
  /** The page: what the first die shows. */
  page?: number;
  /** The place on the page or card: what the second die shows. */
  number: number;
  type: "chance" | "chrono" | "cible" | "ping-pong" | "plain" | "rapidite";
  keyword?: string;
  clue?: string;
  question: string;
  theme?: string;
  difficulty?: number;
}

export interface BoardProduct {
  id: string;
  kind: "board";
  title: string;
  boards: {
    /** The printed title. */
    title: string;
    /** A line in the middle of the board. */
    text?: string;
    /** A turn in a few steps. */
    steps: {
      /** An icon of the icon font, for example dice. */
      icon: string;
      /** What one does, in a word or two. */
      title: string;
      /** How it is done, in a sentence. */
      text: string;
      /** The printed form of `text`, where it differs. */
      display?: string;
    }[];
    /** The place of the bank, if there is one. */
    bank?: {
      /** The printed name of the place. */
      title: string;
      /** A line about it. */
      text?: string;
      /** The printed form of `text`, where it differs. */
      display?: string;
    };
    /** The places of booklets and decks. */
    places: {
      /** The booklet or deck. */
      product: string;
      /** What it is about, in a few words. */
      text: string;
      /** The printed form of `text`, where it differs. */
      display?: string;
    }[];
    /** The squares, clockwise from the middle of the upper side. */
    squares: {
      /** The booklet or deck that the square opens. */
      product: string;
      /** The amount at stake. */
      amount: number;
    }[];
    /** The printed form of `text`, where it differs. */
    display?: string;
  }[];
}

export interface BookletProduct {
  id: string;
  kind: "booklet";
  title: string;
  pages: number;
  questions_per_page: number;
  questions: Question[];
}

export interface CodePuzzlesProduct {
  id: string;
  kind: "code-puzzles";
  title: string;
  puzzles_total: number;
  columns: string[];
  faces: number;
  dice: number;
  attempts: number;
  puzzles: {
    /** Short, stable and unique. */
    id: string;
    number: number;
    /** The printed title. */
    title?: string;
    /** From 1 (easy) to 5 (fiendish). */
    difficulty?: number;
    /** How many attempts are given. */
    attempts_total: number;
  }[];
}

export interface ComponentsProduct {
  id: string;
  kind: "components";
  title: string;
}

export interface PlainCardsProduct {
  id: string;
  kind: "plain-cards";
  title: string;
  cards_total: number;
  cards: {
    /** Short, stable and unique. */
    id: string;
    /** How many copies are in the box. */
    count: number;
    /** The printed text. */
    text: string;
    /** The printed title. */
    title: string;
    /** A short text for the back, which shows the icon. */
    back?: string;
    /** An icon of the icon font, if not the product's: for example cache. */
    icon?: string;
    /** The card's colour, if not the product's: 100/70/0/30. */
    color?: string;
    /** The printed form of `text`, where it differs. */
    display?: string;
  }[];
}

export interface QuestionCardsProduct {
  id: string;
  kind: "question-cards";
  title: string;
  cards_total: number;
  questions_per_card: number;
  cards: {
    id: string;
    number: number;
    questions: Question[];
  }[];
}

export interface RulebookProduct {
  id: string;
  kind: "rulebook";
  title: string;
  markdown: string;
}

export interface SheetProduct {
  id: string;
  kind: "sheet";
  title: string;
  sheets: {
    /** The printed title. */
    title: string;
    /** A paragraph above the table. */
    intro?: string;
    /** The columns, from left to right. */
    columns: {
      /** Name for the template and the pack, for example blue. */
      id: string;
      /** The printed heading. */
      name: string;
    }[];
    /** The rows, from top to bottom. */
    rows: {
      /** The printed label. */
      name: string;
      /** Places for feedback marks beside the row. */
      marks: number;
    }[];
    /** Boxes beside the table. */
    panels: {
      /** The printed title. */
      title: string;
      /** A paragraph. */
      text?: string;
      /** Lines to fill in, or the lines of a legend. */
      lines: string[];
      /** The printed form of `text`, where it differs. */
      display?: string;
    }[];
  }[];
}

export interface ValueCardsProduct {
  id: string;
  kind: "value-cards";
  title: string;
  cards_total: number;
  cards: {
    /** Short, stable and unique. */
    id: string;
    /** How many copies are in the box. */
    count: number;
    /** The printed text. */
    text: string;
    /** What the card is worth. */
    value: number;
    /** The printed name. */
    name: string;
    /** A line of flavour under the name. */
    motto?: string;
    /** One of the abilities that game.yaml declares. */
    ability?: string;
    /** An icon of the icon font, printed large in the middle of the card. */
    icon?: string;
    /** The printed form of `text`, where it differs. */
    display?: string;
  }[];
}
