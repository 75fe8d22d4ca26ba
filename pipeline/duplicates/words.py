"""The words that the judge knows: empty, common, alike, opposite. French first, English enough for a translation.

Written by hand, folded (no accents), in any form: they are stemmed when they are loaded. A word that stands nowhere
here is a rare one, and rare words decide.
"""

from __future__ import annotations

# Words that carry nothing of what is asked.
STOP = frozenset(
    """
    a au aux ce ces cet cette c d dans de des du elle elles en entre est et etait etaient etre eu eut fut furent ete il
    ils je j l la le les leur leurs lui m ma mais me mes mon n ne nos notre nous on ont or ou par pas pour qu que quel
    quelle quelles quels qui quoi s sa se ses si son sont sur t ta te tes ton tu un une vos votre vous y
    avait avaient avoir ai as avons avez aura auront sera seront serait soit dont lequel laquelle lesquels lesquelles
    auquel duquel combien comment quand pourquoi ceci cela ca tres aussi bien deja encore donc alors ainsi comme lors
    afin tout tous toute toutes autre autres meme memes chez sous vers depuis pendant durant selon jamais jusqu
    appelle appelait appele appelee nomme nommee nomment nom noms porte connait connu connue celebre celebres trouve
    celui celle ceux celles situe situee dit dire citez nommez donnez indiquez fait peut peuvent
    enumerez enoncez listez precisez trouvez retrouvez devinez identifiez
    the of an in on at to for from by with and is are was were be been being do does did has have had it its this
    that these those what which who whom whose when where why how as name named called
    """.split()
)
# Capitalised or not, these are never names.
ARTICLES = frozenset("le la les l un une des de du d et en a au aux of the".split())

# Small words inside the name of a person: "Léonard de Vinci".
PARTICLES = frozenset("de d da di del della des du la le van von der den y al el ben ibn".split())

# Capitalised by convention, and still no names: "quel État ?".
NO_NAMES = frozenset("etat etats eglise nation nations ier".split())
# Empty words that mean a thing after "l'" and "d'": the east, gold, the ace.
THINGS = frozenset("est or as".split())

# "Pouvez-vous me dire", "Selon vous", "Question facile :" – said to the players, not asked.
_TELL = r"(?:dire|citer|donner|indiquer|preciser|rappeler|nommer|savoir|trouver|retrouver|deviner|identifier|repondre)"
POLITENESS = (
    r"\s*(?:mais |et |alors,? |bien,? )*(?:"
    r"(?:(?:pouvez|pourriez|peux|pourrais|sauriez|saurais|savez|sais|voulez|voudriez|veux|voudrais)[- ](?:vous|tu)"
    r"|(?:auriez|aurais)[- ](?:vous|tu) (?:l'(?:amabilite|obligeance)|une idee"
    r"|la (?:gentillesse|bonte|reponse|moindre idee))"
    r"|(?:etes|seriez|serais|es)[- ](?:vous|tu) (?:capables?|en mesure|a meme)"
    r"|(?:je|nous|on) (?:voudrais|souhaiterais|souhaite|voudrions|voudrait|aimerait|aimerions|vous demande)|j'aimerais"
    r"|vous (?:souvenez|rappelez)[- ]vous|te (?:souviens|rappelles)[- ]tu|veuillez"
    r"|(?:merci|il s'agit|a vous|essayez|tentez)(?= d))"
    rf"(?: bien)?(?: de| d')?(?:[- ]?(?:me|nous))? ?(?:{_TELL}\b)?"
    r"|(?:selon|d'apres) (?:vous|toi)|a (?:votre|ton) avis|(?:dites|dis|rappelez|rappelle)[- ](?:moi|nous)"
    r"|(?:chers?|cheres?) [a-z]+ ?,|mesdames(?: et|,)? messieurs|bonjour|bonsoir|attention ?[:,!]|allez|au fait"
    r"|s'il (?:vous|te) plait|svp|stp|simplement ?,|tout simplement ?,"
    r"|(?:(?:une?|la|petite|derniere|premiere|prochaine|autre) )*question(?: (?:facile|difficile|bonus|piege|suivante"
    r"|rapide|subsidiaire|de rapidite|pour un champion|pour tous))?(?= ?[:,])|question (?:facile|difficile|bonus)"
    r"|(?:une (?:derniere|idee|autre)|devinette|pour [0-9]+ points?) ?[:,]"
    r"|can you tell me|could you tell me|do you know|in your opinion|tell me)"
    r"\s*[,:!]?\s*"
)
POLITE_FIRST = tuple(
    "pouv pourr peux saur sav sais voul voud veu aur ete seri es je nous on j'aim vous te merci il a essa tent selon"
    " d'ap dis dit rappel cher mesd bonj bons atten all au s'il s't svp stp simp tout un la petite derni premi proch"
    " autre question devin pour can could do in tell mais et alors bien".split()
)
"""How what is said to the players begins: most questions do not."""
POLITE_LAST = tuple(
    "plait svp stp vous toi avis prie merci avance repondre tu moi nous savez sais juste exactement precisement deja"
    " please".split()
)
POLITE_END = (
    r"\s*[,(]?\s*(?:s'il (?:vous|te) plait|svp|stp|(?:selon|d'apres) (?:vous|toi)|a (?:votre|ton) avis"
    r"|je (?:vous|te) prie|merci(?: d'avance| de repondre)?|(?:le )?(?:savez[- ]vous|sais[- ]tu)"
    r"|si (?:vous le savez|tu le sais)|(?:dites|dis)[- ](?:moi|nous)|au juste|exactement|precisement"
    r"|deja|please)\)?(?=\s*[?.!…]*\s*$)"
)
TRUE_OR_FALSE = r"\s*(?:vrai ou faux|vrai/faux|oui ou non|true or false)\s*[:?,-]?\s*"

# How common a word is in quiz questions: one in 16, 32, 64, 128, 256, 512 questions or more. The rest is rare.
COMMON: tuple[tuple[int, str], ...] = (
    (4, "france francais premier avec plus"),
    (5, "film ville annee pays grand ans"),
    (
        6,
        """groupe faire deux utiliser actrice acteur partie servir americain marque monde sortir realiser titre donner
        trois dernier jean country city first most year world film""",
    ),
    (
        7,
        """chanteur star album fois quatre apres avant saint ancien jour couleur etat devenir jouer principal tel mer
        mot eau homme vie fils presenter jeu posseder animal personnage femme mort ile roi societe element fete japon
        former retrouver terre ecrire incarner mondial prenom devoir souvent representer artiste remporter creer coup
        cote role general fille italien petit joueur jeune produire permettre debut pierre cinq six nouveau paris
        guerre serie anime designer celebre mettre prendre film movie song band game player many long""",
    ),
    (
        8,
        """noir rome age interpreter enfant televise lettre commencer environ temps recevoir seul meilleur chateau
        falloir modele belge lion cheval rouge oiseau compter cinema blanc central stade anglais pont composer volcan
        chanter heros tour journal origine pere parfois systeme symbole club succes scene chaque nouvelle president
        moyen point declarer passer requin lieu musique region cafe prix quitter musee britannique apparaitre famille
        place corps terme jardin roman type internet long ecrivain mois objet sport surnom port tube cour chien elire
        epouser producteur traditionnel fonder officiel saison emission egalement mariage associer nord sud ouest
        equipe important mesurer membre comedie boisson football automobile capitale signer siecle haut plante
        originaire choisir contenir nouveau bleu chanson television proposer metier canada allemand espece rencontrer
        rock total humain champion commune prince participer frere rose amour belgique partager poisson gagner monnaie
        coeur jaune unite proposition inventer composer fleuve langue continent europe afrique asie amerique janvier
        fevrier mars avril mai juin juillet aout septembre octobre novembre decembre sept huit neuf dix douze vingt
        cent mille million jeux olympique coupe peindre peintre auteur livre tableau mere soeur oeuvre naitre mourir
        lettre nombre chiffre planete king war team animal president actor singer south north book""",
    ),
    (
        9,
        """fruit mont different habiter planete cent langue nuit populaire signifier princesse exercer face voiture
        tourner nationalite style finale ami vendre vivre russe robot naturel vert londres musical anniversaire
        reveler vin inspirer auteur maison mener nombreux compagne magazine heroine carriere departement carte jazz
        realite ocean suisse international hiver ceremonie constructeur cher publier opera derouler peuple compositeur
        remplacer concert projet dollar marcher pape battre maladie match ange morceau toujours parfum vitesse voix
        annoncer dame heure ministre neige installer marin fabriquer longueur numero dessiner concevoir video
        construire main grec double centre parler secret chine bretagne plupart accueillir rester personne compagnon
        complet presque record figurer obtenir vol decouverte ecran professionnel bois proteger espagne organe visiter
        intituler poete machine manger consommer europeen pied logiciel slogan version theatre organiser metre comedien
        aimer festival piece dent durer drapeau ligne art combat parc allemagne aventure chaine chimique proche evoluer
        autrefois musicien couple preparer romain tournoi euro tombe distribuer code tirer mineral constituer technique
        pratiquer touristique course clip peu hommage affaire logo episode classe fiction paix autour chef footballeur
        single angleterre territoire fleur oeuf peau garder maniere pouvoir direct concours gardien console domaine
        vaccin informatique roche ski mieux date pop gateau humoriste celebrite cause succeder mascotte politique
        diriger exister but particulier inde minute terrain plan travailler disque photographe pilote arme agent
        national lait separer disparaitre court plusieurs outil source perdre melange mouvement lac historique actuel
        entreprise ressembler gros capital traverser situer regne empereur reine republique bataille traite revolution
        constitution loi ecole universite science savant physicien chimiste medecin instrument orchestre danse peinture
        sculpture sculpteur architecte tour eglise cathedrale temple desert montagne sommet riviere cap golfe baie
        detroit archipel province comte frontiere population habitant superficie largeur hauteur poids distance
        atome symbole metal gaz etoile satellite lune soleil systeme cellule os muscle sang cerveau oeil main insecte
        arbre feuille cereale legume fromage plat recette sauce pain sucre sel viande cuisine restaurant regle carre
        triangle angle cercle face cote somme produit double moitie tiers quart pourcent degre litre kilo gramme
        kilometre tonne seconde semaine decennie millenaire antiquite age moyen ordre rang place""",
    ),
)

# Words that say the same in a question; one row is one meaning.
ALIKE = """
    ecrit auteur ecrivain ecrivit roman poete publie livre
    peint peintre tableau realise oeuvre peignit toile
    realise realisateur signe tourne film cineaste
    compose compositeur musique
    invente inventeur invention decouvre decouvert decouvreur
    annee date an
    capitale ville
    ville cite commune localite
    acteur actrice comedien incarne interprete joue role
    pays nation etat
    situe trouve abrite localise
    gagne remporte vainqueur champion
    fleuve riviere cours
    surnom appel surnomme
    lune satellite
    instrument appareil
    gateau patisserie
    boisson breuvage alcool
    mari epouse marie convole
    quotidien journal
    chaussure soulier
    sort paru parut sortie
    provenir origine originaire provenance provient vient
    naquit naissance ne nee
    decede mort meurt mourut disparu
    profession metier
    region zone contree
    groupe formation
    chanson titre morceau single
    chiffre nombre numero
    independance souverainete
    joueur footballeur
    similaire semblable
    recommande conseille
    debute commence demarre
    termine acheve fini
    fonde fondateur cree createur
    utilise emploie sert
    domicile maison demeure
    voiture automobile vehicule
    medecin docteur
    bateau navire
    avion appareil
    film long-metrage
    entreprise societe firme compagnie
    compte possede comporte
    celebre fameux
    australe sud meridional
    boreal nord septentrional
    compte possede comporte compose composent forme formee comprend contient
    construit construite construction inaugure inauguration edifie edifiee bati batie erige erigee
    tombe tombee chute effondre effondrement
    arrive arrivee debarque debarquement atteint aborde
    match rencontre
    sport discipline sportive
    prefecture chef-lieu
    offert offerte cadeau don
    reside habite vit demeure
    produit secrete fabrique elabore
    adversaire rival ennemi
    monnaie devise
    roi souverain monarque
    reine souveraine
    pape pontife
    navigateur explorateur marin
    savant scientifique chercheur physicien chimiste
    plante vegetal vegetaux
    maladie affection pathologie
    embleme symbole symbolise emblematique
    grand vaste etendu etendue
    gros volumineux imposant
    assassine tue meurtre assassinat
    prepare preparer cuisine cuisiner confectionne
    base ingredient compose
    professeur enseignant maitre precepteur
    guerre conflit
    bataille combat affrontement
    monture cheval destrier
    detective enqueteur limier
    terre planete globe
    astre planete
    manque carence absence
    duree dure durer
    epoque siecle periode
    etudie etude science discipline
    tableau toile peinture
    recompense prix trophee distinction
    decerne remis attribue remet
    laureat laureate recompense recevoir recu
    presente anime animateur presentateur
    montagne sommet mont pic
    culmine hauteur altitude sommet
    longueur mesure long
    hauteur mesure haut taille
    poids pese masse
    marque enseigne
    histoire recit conte
    piece comedie tragedie theatre dramaturge
    conduit dirige commande
    chef dirigeant leader
    president chef
    dirigeant president
    frontiere limitrophe frontalier voisin
    proche voisin
    plat specialite mets recette
    pluie precipitation
    habitant population
    enfant bambin
    vole derobe vol
    evade enfui echappe
    travaille metier emploi
    """

# Words whose exchange changes the question: in each row every word is another than all others of that row; "/" stands
# between forms of one word.
OPPOSITE = """
    nord sud est ouest
    noir blanc rouge vert bleu jaune rose orange gris brun violet
    pere mere fils fille frere soeur oncle tante neveu niece cousin cousine grand-pere grand-mere
    mari femme, epoux epouse, homme femme, masculin feminin, male femelle, parrain marraine, veuf veuve
    roi reine empereur imperatrice, prince princesse, duc duchesse, comte comtesse, dieu deesse, heros heroine
    acteur actrice, chanteur chanteuse, joueur joueuse, musicien musicienne, danseur danseuse
    printemps ete automne hiver
    matin midi soir, jour nuit, hier demain
    lundi mardi mercredi jeudi vendredi samedi dimanche
    janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
    grand petit, gros petit, gros maigre, long court, large etroit, haut bas, profond superficiel, epais mince
    chaud froid, vieux jeune, vieille jeune, ancien recent, ancien nouveau, ancien moderne, avant apres
    debut fin, minimum maximum, minimal maximal, plus moins, meilleur pire, lent rapide, premier dernier
    nait/naitre/naquit/naissance mort/meurt/mourir/mourut/deces/decede/decedee, ne mort
    gauche droite, droit gauche, interieur exterieur, superieur inferieur, majeur mineur, vertical horizontal
    interdit autorise, legal illegal, vrai faux, ouvert ferme/clos, plein vide, positif negatif, pair impair
    leger lourd, dur mou/tendre, sec humide/mouille, doux sale/amer/rugueux, sucre sale amer acide, cru cuit
    gagne/gagner/remporte perd/perdre/perdu, vainqueur vaincu finaliste, vaincre/vainqueur perdant, victoire defaite
    commence/commencer/debute fini/finir/termine/acheve, entree sortie, entre/entrer sort/sortir
    achat/acheter/achete/acheteur/acquereur vente/vendre/vend/vendu/vendeur
    exporte/exporter/exportation importe/importer/importation
    plie/plier/flechit/flechir/flechisseur tend/tendre/etend/etendre/extenseur
    monte/monter/montee descend/descendre/descente, ajoute/ajouter retire/retirer enleve/enlever
    multiplie/multiplier/multiplication divise/diviser/division, additionne/addition soustrait/soustraction
    allume/allumer eteint/eteindre, attaque/attaquer/attaquant defend/defendre/defenseur, pousse tire
    emet/emetteur recoit/recepteur, prete/preter emprunte/emprunter, cause consequence, question reponse
    ovipare vivipare ovovivipare, carnivore herbivore omnivore insectivore, diurne nocturne, sauvage domestique
    convexe concave, oriental occidental, septentrional meridional, boreal austral, soliste groupe, adulte enfant
    avec sans, physique mental, vivant mort, public prive, solide liquide gazeux, simple double triple
    fort/forte faible, proche loin/lointain/eloigne, facile difficile, clair fonce/obscur/sombre, riche pauvre
    bon mauvais, bonne mauvaise, beau laid, propre sale, actif passif, visible invisible, mobile immobile
    passe present futur, singulier pluriel, voyelle consonne, synonyme antonyme/contraire, prefixe suffixe
    croissant decroissant, montant descendant, ascendant descendant, ami ennemi, paix guerre, amour haine
    numerateur denominateur, longitude latitude, longueur largeur hauteur profondeur epaisseur poids
    superficie population, altitude profondeur, taille poids, credit debit, offre demande, majorite minorite
    coeur carreau trefle pique, or argent bronze, parolier compositeur, scenariste realisateur producteur
    realise/realiser/realisateur joue/jouer/incarne/incarner/interprete
    compose/composer/compositeur chante/chanter/chanteur/chanteuse
    construit/construire/bati/batir detruit/detruire/demoli, fonde/fonder detruit/detruire
    prenom famille, question reponse, debut milieu fin, matinee soiree, recto verso, pile face, pied main
    niger nigeria, iran irak, monet manet, autriche australie, slovaquie slovenie, gambie zambie, suede suisse
    uruguay paraguay, mali malawi, guinee guyane, dominique dominicaine, islande irlande, tasmanie tanzanie
    largest smallest, oldest youngest, longest shortest, highest lowest, biggest smallest, fastest slowest, most least
    man woman, male female, first last, north south east west, before after, king queen, best worst, hot cold
    father mother son daughter brother sister, husband wife, birth death, born died, won lost, summer winter
    """

# At the beginning of a word, before four letters or more that stay: exchanged, they turn the word into its opposite.
OPPOSED_BEGINNINGS = """
    im ex, in ex, hyper hypo, pre post, intra extra, inter intra, macro micro, mono poly, mini maxi, sous sur, ovi vivi,
    endo exo, iso aniso, homo hetero, philo miso, sym asym, uni multi, uni bi, bi tri, anti pro, de re
    """

# What rules of a game are told with, in free answers (Chance): the first word of a row stands for the others, and the
# words of the last row say nothing.
GAME_WORDS = """
    gagne gagner gagnez gagnant gagnante emporte emporter remporte remporter remportez vainqueur victoire
    lance lancer lancez lancent lancera jette jeter jetez jettent
    tire tirer tirez tirent pioche piocher piochez
    devine deviner devinez devinera trouve trouver trouvez
    relance relancer relancez rejoue rejouer recommence recommencer recommencez retire retirer retirez
    egalite egal egaux
    """
GAME_EMPTY = """
    joueur joueurs joueuse joueuses participant participants chaque chacun chacune celui jouer jouez joue jouent dispute
    disputez doit devez doivent devra devront peut resultat obtient obtenir obtenez si alors puis ensuite fait faites
    annonce annoncer annoncez annoncant choisir choisit choisissez choix effectuez realisez tentez essayez cas nouveau
    """

# Between commas stands one country or people with its adjectives and languages; it is another one than all others. A
# word may belong to two.
COUNTRIES = """
    afghanistan afghan, albanie albanais, algerie algerien, allemagne allemand germanique, andorre andorran,
    angleterre anglais britannique, angola angolais, arabe arabique, arabie saoudite saoudien,
    argentine argentin, armenie armenien, australie australien, autriche autrichien, azerbaidjan azerbaidjanais,
    bangladesh bangladais, bas neerlandais hollande hollandais, belgique belge, benin beninois, birmanie birman,
    bolivie bolivien, bosnie bosniaque bosnien, bresil bresilien, bulgarie bulgare, burundi burundais,
    byzance byzantin, cambodge cambodgien khmer, cameroun camerounais, canada canadien, chili chilien,
    chine chinois, chypre chypriote, colombie colombien, congo congolais, coree coreen, croatie croate,
    cuba cubain, danemark danois, ecosse ecossais, egypte egyptien, equateur equatorien, espagne espagnol,
    estonie estonien, ethiopie ethiopien, etrurie etrusque, finlande finlandais finnois, flandre flamand,
    france francais, gabon gabonais, galles gallois, gaule gaulois, georgie georgien, ghana ghaneen,
    grece grec grecque, guatemala guatemalteque, haiti haitien, hebreu hebraique, hongrie hongrois magyar,
    inde indien, indonesie indonesien, irak irakien, iran iranien perse persan, irlande irlandais,
    islande islandais, israel israelien, italie italien, jamaique jamaicain, japon japonais nippon,
    jordanie jordanien, kazakhstan kazakh, kenya kenyan, laos laotien, lettonie letton, liban libanais,
    libye libyen, lituanie lituanien, luxembourg luxembourgeois, macedoine macedonien, madagascar malgache,
    malaisie malaisien malais, mali malien, malte maltais, maroc marocain, mauritanie mauritanien,
    mexique mexicain azteque, monaco monegasque, mongolie mongol, montenegro montenegrin, mozambique mozambicain,
    namibie namibien, nepal nepalais, nicaragua nicaraguayen, niger nigerien, nigeria nigerian,
    norvege norvegien, ouganda ougandais, pakistan pakistanais, palestine palestinien, paraguay paraguayen,
    perou peruvien inca, philippines philippin, pologne polonais, portugal portugais, prusse prussien,
    quebec quebecois, rome romain latin, roumanie roumain, russie russe sovietique urss, rwanda rwandais,
    senegal senegalais, serbie serbe, slovaquie slovaque, slovenie slovene, somalie somalien, soudan soudanais,
    sparte spartiate, suede suedois, suisse helvete helvetique, syrie syrien, tanzanie tanzanien, tchad tchadien,
    tchequie tcheque, thailande thailandais thai, tibet tibetain, togo togolais, troie troyen, tunisie tunisien,
    turquie turc turque ottoman, ukraine ukrainien, uni britannique, unis americain etasunien, uruguay uruguayen,
    venezuela venezuelien, vietnam vietnamien viet, wallonie wallon, yemen yemenite, yougoslavie yougoslave,
    zambie zambien
    """
# The same for what may be part of a country, or have it as a part: only words of one table exclude each other.
REGIONS = """
    alsace alsacien, auvergne auvergnat, basque euskara, bourgogne bourguignon, bretagne breton,
    catalogne catalan, champagne champenois, corse corse, lorraine lorrain, normandie normand, picardie picard,
    provence provencal, savoie savoyard, sicile sicilien
    """
CITIES = """
    athenes athenien, berlin berlinois, londres londonien, lyon lyonnais, madrid madrilene,
    marseille marseillais, milan milanais, moscou moscovite, paris parisien, venise venitien, vienne viennois
    """
CONTINENTS = """
    afrique africain, amerique americain, antarctique, asie asiatique, europe europeen, oceanie oceanien
    """

# Words that narrow a question down: on one side only, they may ask for something else.
NARROWING = frozenset(
    "premier premiere dernier derniere plus moins seul seule unique only first last most least".split()
)

ORDINALS = {
    "premier": 1, "premiere": 1, "1er": 1, "1ere": 1, "1re": 1, "ier": 1, "second": 2, "seconde": 2, "deuxieme": 2,
    "troisieme": 3, "quatrieme": 4, "cinquieme": 5, "sixieme": 6, "septieme": 7, "huitieme": 8, "neuvieme": 9,
    "dixieme": 10, "onzieme": 11, "douzieme": 12, "treizieme": 13, "quatorzieme": 14, "quinzieme": 15, "seizieme": 16,
    "vingtieme": 20, "trentieme": 30, "quarantieme": 40, "cinquantieme": 50, "soixantieme": 60, "centieme": 100,
    "millieme": 1000, "unieme": 1, "first": 1, "third": 3,
    "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
}  # fmt: skip

CARDINALS = {
    "zero": 0, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8, "neuf": 9, "dix": 10,
    "onze": 11, "douze": 12, "treize": 13, "quatorze": 14, "quinze": 15, "seize": 16, "vingt": 20, "vingts": 20,
    "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60, "septante": 70, "huitante": 80, "octante": 80,
    "nonante": 90, "cent": 100, "cents": 100, "mille": 1000, "million": 10**6, "millions": 10**6,
    "milliard": 10**9, "milliards": 10**9, "two": 2, "three": 3, "four": 4, "five": 5, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "hundred": 100, "thousand": 1000, "billion": 10**9,
}  # fmt: skip

# What is asked for, by the word that asks.
FOCUS = {
    "qui": "who", "who": "who", "whom": "who", "quand": "when", "when": "when", "ou": "where", "where": "where",
    "combien": "count", "comment": "how", "how": "how", "pourquoi": "why", "why": "why", "quel": "which",
    "quelle": "which", "quels": "which", "quelles": "which", "lequel": "which", "laquelle": "which",
    "lesquels": "which", "lesquelles": "which", "auquel": "which", "duquel": "which", "que": "what", "qu": "what",
    "quoi": "what", "what": "what", "which": "which",
}  # fmt: skip
# Empty words that still turn a question round: built by whom, built for whom.
TURNING = frozenset("pour sous vers depuis jusqu chez".split())
NE = frozenset("ne n".split())
NOT_AFTER_NE = frozenset("pas jamais aucun aucune rien ni nul personne".split())
NOT = frozenset("not never isn aren wasn weren doesn didn don cannot".split())


def opposite_groups() -> list[list[list[str]]]:
    """Groups of words that exclude each other; each word with its forms."""
    groups = [group for row in OPPOSITE.strip().split("\n") for group in row.split(",")]
    return [[word.split("/") for word in group.split()] for group in groups if group.strip()]
