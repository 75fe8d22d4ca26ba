"""The words and sentences that benchmark questions are made of. Persons, towns and works are invented.

Names that follow "de" start with a consonant, so that no sentence needs an elision.
"""

from __future__ import annotations

from typing import NamedTuple

MEN = tuple(
    """Balthazar Baptiste Barnabé Basile Bastien Benjamin Benoît Bernard Blaise Boris Calixte Casimir Célestin César
    Charles Christian Claude Clément Clovis Corentin Cyprien Cyrille Damien Daniel David Denis Didier Dimitri
    Dominique Donatien Fabien Fabrice Félicien Félix Ferdinand Fernand Florent Francis Frédéric Gabriel Gaétan
    Gaspard Gaston Gédéon Georges Gérard Germain Gilbert Grégoire Guillaume Gustave Jacques Jérôme Joachim Joseph
    Julien Justin Lambert Laurent Lazare Léandre Léopold Lionel Louis Lucien Ludovic Marceau Martial Mathurin
    Maurice Maxime Médard Melchior Modeste Narcisse Nestor Nicolas Pascal Philibert Philippe Prosper Quentin
    Raphaël Raymond Régis Richard Robert Rodolphe Romain Sébastien Séraphin Sylvain Théodore Théophile Thibault
    Thomas Tristan Valentin Victor Vincent Xavier Zacharie""".split()
)
WOMEN = tuple(
    """Barbara Bathilde Béatrice Bénédicte Bérénice Berthe Blanche Blandine Brigitte Brune Camille Capucine Caroline
    Cassandre Catherine Cécile Céleste Chantal Clarisse Clémence Clotilde Colombe Constance Coralie Cornélie
    Cunégonde Daphné Delphine Denise Désirée Diane Dorothée Fabienne Fanny Faustine Félicité Fernande Flavie Flore
    Florence Françoise Gabrielle Geneviève Georgette Germaine Ghislaine Gisèle Guillemette Jacqueline Jeanne Joséphine
    Judith Julienne Justine Laurence Léonie Léontine Lisette Lucienne Ludivine Madeleine Marceline Margot Marguerite
    Marianne Marthe Mathilde Maud Mélanie Monique Muriel Nathalie Nicole Ninon Pascale Paulette Pélagie Perrine
    Pétronille Philomène Prudence Quitterie Rachel Raymonde Rosalie Roxane Sabine Sidonie Simone Solange Suzanne
    Sylvie Thérèse Valentine Véronique Victoire Violette Viviane Zélie""".split()
)
SURNAMES = tuple(
    """Abadie Amblard Angevin Arnaudet Aubertin Audouard Auvray Azéma Bachelot Baillargeon Balandier Barbarin
    Bardoux Barrault Bassompierre Baudrillard Beaufils Bellanger Bénézech Berthomieu Besnard Bignon Blanchard
    Boisselier Bonnafous Bordenave Bouchardon Bourdelais Bousquet Brassac Brisebois Brunelle Cadiou Calmels Canteloup
    Carcassès Castagnier Cazeneuve Chabrier Chamborant Chantelouve Charpentreau Chassagne Chaumeil Chevreuse Clavières
    Coatmeur Combarieu Cordonnier Corvisart Coulanges Courtecuisse Crébillon Cussonnet Dagorn Daguerressar Danglade
    Darrigade Dauvergne Delacourt Delmas Desgranges Desmarais Dieulafoy Dorléac Doucet Drouot Dubreuil Dufresnoy
    Dumarçay Duplessis Durandal Dutilleul Escoffre Espinasse Estrade Fabrègues Falguière Faucheux Favreau Ferrandi
    Flandrin Floquet Fontanges Forestier Fougerat Fourcade Fresnel Froidevaux Gaillardet Galabert Gambier Garrigou
    Gauthereau Gélibert Gévaudan Giraudet Gobelin Goncelin Gouvernel Grandmaison Grimaldier Grosjean Guérande Guilbaud
    Guichard Guyonnet Hautefeuille Hébrard Hennequin Houdart Humblot Imbert Issartel Jacquemin Jaubert Jolivet Jourdain
    Juilliard Kerbrat Kergoat Labrousse Lachenal Lafargue Lagarrigue Lalanne Lamothe Langlade Lapeyre Larivière Lassalle
    Latapie Lavigerie Leborgne Lecointre Lefrançois Legendre Lemercier Lenormand Lescure Levasseur Lhéritier Liancourt
    Lombardet Loubière Luzarches Magnan Maillebois Malherbes Mandrillon Marchandeau Marescot Marmontal Massillon
    Maupertuis Mazarguil Ménardais Mérignac Meyrueis Mirambeau Moissac Monestier Montfaucon Morvandel Mouchotte Navarrot
    Nivelon Nogaret Olivaint Ombredane Oradour Pagézy Palissot Pardaillan Pastourel Pellegrin Pérignon Peyronnet
    Picandet Pigeonneau Plantavit Poissonnier Pomarède Pouget Puységur Quercy Rabutin Rambourg Ravaillon Rebuffat
    Récamier Renouvier Ribeyrol Rigaudon Rochambel Romieu Roqueplan Rouvroy Sabatier Salignac Sarrazin Sauveterre
    Sénéchal Servières Soubeyran Talmont Tardivel Teissèdre Terrasson Thibaudet Tocquebœuf Tourzel Trémolières Trufaudin
    Vaillancourt Valbrègue Vaucanson Vauquelard Vergniaud Vidalenc Villaret Villequier Vouzelaud Zurfluh""".split()
)
TOWN_HEADS = tuple(
    """Bar Beau Belle Bois Bour Bran Bri Brus Cam Cas Cer Cha Châtel Clai Cler Col Cor Cour Cré Dam Dour Fau Fer
    Fon Four Fres Gan Gar Gour Gri Jar Ker Lan Lar Lem Lus Mar Mau Mer Mir Mon Mor Nan Ner Par Pey Plou Pra Puy Quin
    Ram Ros Rou Sal Sar Sau Ser Tar Ter Tour Val Vau Ver Vil Vou""".split()
)
TOWN_TAILS = tuple(
    """bazac beleix bornac boulin bresse cassagne celles champs chamont courtil dorme douze farges fontel fouilloux
    gaillac ganthier nerolles gueil landon lieure lignac loubet magnac martel mirande montier nerville noncourt
    pignan pontel quières rignac rolles ronne sagnes sanges serac thieux tignac vailles vernoux vigny villers
    volant zanville""".split()
)
TOWN_ENDINGS = (
    "", "", "", "", "-sur-Dourle", "-sur-Vérone", "-sur-Lisse", "-sur-Thiolle", "-sur-Mauve", "-les-Bains",
    "-les-Forges", "-les-Tuiles", "-le-Château", "-le-Moutier", "-en-Garenne", "-en-Bocage", "-la-Forêt",
    "-la-Chapelle", "-aux-Bœufs", "-sous-Bois",
)  # fmt: skip
RIVER_HEADS = tuple(
    "Bail Bru Cald Cand Clou Cru Dour Fau Fusse Gal Gour Lau Lour Mayr Mouz Ner Rouv Sav Tau Vez".split()
)
RIVER_TAILS = tuple(
    "adelle anche arde aronne assière avelle edonne elière enelle ergue ève iane ignolle oise onnette".split()
)
TITLE_NOUNS = tuple(
    """L'Abeille L'Alambic L'Ancre L'Archer L'Aubépine L'Automate L'Averse L'Écluse L'Écuyère L'Encrier L'Enfant
    L'Éventail L'Hirondelle L'Horloger L'Ombrelle L'Orage La Balançoire La Boussole La Carriole La Citerne La Clairière
    La Corneille La Diligence La Falaise La Fileuse La Fougère La Gondole La Guitare La Lanterne La Licorne La Luciole
    La Marelle La Moisson La Nacelle La Passerelle La Pendule La Promesse La Récolte La Roulotte La Tanière La Tempête
    La Trapéziste La Verrière Le Balcon Le Bourdon Le Brasier Le Carrosse Le Chardon Le Clairon Le Colporteur
    Le Contrebandier Le Dompteur Le Faucon Le Flambeau Le Funambule Le Goéland Le Grenier Le Hameau Le Labyrinthe
    Le Manège Le Mascaret Le Meunier Le Miroir Le Naufrage Le Notaire Le Pélican Le Phare Le Quai Le Remorqueur
    Le Ruisseau Le Sablier Le Scaphandre Le Souterrain Le Tisserand Le Traîneau Le Vagabond Le Verger Le Violoncelle
    Les Amants Les Bâtisseurs Les Cerises Les Dentellières Les Étourneaux Les Forains Les Glaneuses Les Jardins
    Les Lavandes Les Marionnettes Les Orphelins Les Passeurs Les Remparts Les Sentinelles Les Tambours Les Vitraux
    """.replace("\n", " ").replace("La ", "La_").replace("Le ", "Le_").replace("Les ", "Les_").split()
)  # fmt: skip
TITLE_ENDS = tuple(
    """d'argent d'automne d'ébène d'hiver d'ivoire d'octobre d'opale écarlate égaré endormi boréal clandestin
    de brume de cendre de cristal de cuivre de décembre de givre de grenat de lierre de minuit de neige de novembre
    de papier de porcelaine de sable de safran de velours de verre du bocage du carrefour du causse du crépuscule
    du dimanche du faubourg du littoral du maquis du marais du midi du moulin du plateau du printemps du rivage
    du silence du solstice du vallon en exil immobile infidèle invisible sauvage solitaire sans visage""".replace(
        "\n", " "
    ).replace("de ", "de_").replace("du ", "du_").replace("en ", "en_").replace("sans ", "sans_").split()
)  # fmt: skip
SHIPS = tuple(
    """Albatros Astrolabe Aventureuse Belle-Étoile Bonaventure Capricieuse Coquette Couronne Curieuse Dauphine Diligente
    Espérance Fauvette Fidèle Foudroyante Galatée Gracieuse Intrépide Joyeuse Légère Mésange Mouette Naïade Obstinée
    Persévérante Pintade Renommée Salamandre Sirène Tourterelle Triomphante Vaillante Vigilante Zélée""".split()
)
PLANTS = tuple(
    """absinthe achillée angélique armoise aubergine bardane basilic betterave bourrache camomille cardamome carotte
    cerfeuil chicorée ciboulette coriandre cresson estragon fenouil genièvre girofle hysope lavande livèche marjolaine
    mélisse menthe moutarde myrtille navet origan ortie oseille panais persil pimprenelle pissenlit pourpier radis
    réglisse romarin roquette sarriette sauge serpolet thym topinambour verveine violette""".split()
)
KEYWORD_NOUNS = tuple(
    """Abri Agenda Alibi Aller Ambre Appel Archet Atelier Atlas Atout Balai Ballon Banc Baril Bazar Béret Bijou Bilan
    Billet Bocal Bonnet Bouquet Bouton Bruit Buffet Cabas Cachet Cadenas Cadran Café Cahier Câlin Calme Canot Cap
    Caprice Carnet Cerceau Chagrin Chapeau Chariot Ciment Cirage Citron Clou Coffre Colis Collier Comptoir Concert Conte
    Copeau Cordon Costume Coton Couloir Coup Croquis Décor Défi Déluge Départ Désir Détour Drap Duvet Écho Éclat Élan
    Encens Entracte Essai Exploit Fagot Fardeau Festin Feutre Ficelle Filet Flacon Frisson Galet Gâteau Gilet Glaçon
    Gousset Grain Grelot Guichet Hamac Hasard Héros Indice Jeton Journal Jupon Képi Levain Levier Lustre Manteau Marteau
    Masque Matelas Mystère Nectar Nuage Oubli Outil Paillasson Panache Panier Parasol Pari Parfum Patin Peigne Pinceau
    Piquet Plumeau Poivre Portrait Poteau Pupitre Rabot Radeau Ragoût Refrain Relais Rendez-vous Renfort Réveil Rideau
    Ruban Sabot Sachet Savon Secret Serment Sifflet Signal Sommeil Soupir Sursaut Tabac Tablier Talon Tapis Témoin
    Tiroir Toboggan Totem Tournant Trésor Tricot Trousseau Vacarme Vernis Vertige Voyage Wagon Zigzag""".split()
)
KEYWORD_ADJECTIVES = tuple(
    """adroit amer ancien bavard blanc bleu brûlant carré clair creux cruel discret doré doux épais étroit exquis fatal
    fier fin flou fou frais franc froid gêné géant gelé gris hardi léger lent lourd malin mobile moqueur muet noir nu
    parfait perdu plat pointu poli précis prudent public rapide rare ravi rond rouge royal rusé sage salé sec secret
    serein simple sobre sonore subtil tardif tenace tendre tiède tordu troué utile vert vide vif""".split()
)
REASONS = tuple(
    """du sel|du bornage|des moulins|des étangs|des péages|du clocher|des pâturages|de la dîme|des sources|du charbon
    |des tonneliers|de la gabelle|des écluses|de la soie|des ardoises""".replace("\n    ", "").split("|")
)
CRAFTS = tuple(
    """de faïence|de chandelles|de boutons|de gants|de savon|de porcelaine|de parapluies|de rubans|de chapeaux|de papier
    |de sabots|de verre|de coutellerie|de cordages|de dentelle|de mouchoirs|de biscuits|de réglisse|de pipes
    |de carillons|de jouets""".replace("\n    ", "").split("|")
)
ROLES = tuple(
    """une gouvernante distraite|une espionne en fuite|la gardienne d'un zoo|une pianiste ruinée|une juge incorruptible
    |la patronne d'une auberge|une fausse comtesse|une institutrice rebelle|une dompteuse de puces
    |une cambrioleuse myope|une bergère savante|la voisine du dessous""".replace("\n    ", "").split("|")
)
THROWN = tuple(
    """un bouchon|une pièce|une gomme|un trombone|un dé à coudre|une noisette|un haricot sec|une cuillère|un bouton
    |un capuchon de stylo|une bille|un gant|une chaussette roulée|un élastique|une allumette|un jeton|un crayon|une clé
    |un sachet de thé|une serviette nouée""".replace("\n    ", "").split("|")
)
AIMED = tuple(
    """un bol|une chaussure|un chapeau retourné|le couvercle de la boîte|une assiette|un verre vide|le coin de la table
    |une casserole|le dossier d'une chaise|un coussin|la corbeille à pain|un saladier|une tasse|un livre ouvert
    |une boîte d'allumettes""".replace("\n    ", "").split("|")
)
MANNERS = tuple(
    """les yeux fermés|de la main gauche|assis par terre|sur un pied|en chantant|dos à la table|sans plier le bras
    |un doigt sur le nez|à voix basse|en comptant à rebours|debout sur une chaise|en retenant son souffle
    |sans cligner des yeux|le coude levé""".replace("\n    ", "").split("|")
)
TIES = (
    "Chacun recommence.",
    "On relance une fois.",
    "Le plus jeune gagne.",
    "Le lecteur tranche au dé.",
    "On rejoue aussitôt.",
)

PHRASES = {
    "reason": REASONS, "craft": CRAFTS, "role": ROLES, "thrown": THROWN, "aimed": AIMED, "manner": MANNERS, "tie": TIES,
    "plant": PLANTS, "ship": SHIPS,
}  # fmt: skip

HISTORY, PLACES, SCIENCE, NATURE, LETTERS, SHOWS, SPORT, DAILY, LANGUAGE, ODD = THEMES = (
    "histoire", "géographie", "sciences", "nature", "arts et lettres", "musique et cinéma", "sport", "vie quotidienne",
    "langue française", "insolite",
)  # fmt: skip


class Text(NamedTuple):
    """A question with one short answer: `answer` names what is drawn."""

    answer: str
    theme: str
    sentence: str


class Number(NamedTuple):
    """A question whose answer is a number between two limits."""

    low: int
    high: int
    unit: str
    theme: str
    sentence: str


class Listing(NamedTuple):
    """A question with a closed list of so many answers."""

    answer: str
    least: int
    most: int
    theme: str
    sentence: str


class Luck(NamedTuple):
    """A game of luck with its procedure."""

    sentence: str
    procedure: str


TEXTS = (
    Text("person", LETTERS, "Qui a écrit le roman *{title}*, dont l'intrigue se noue à {town} en {year} ?"),
    Text("man", LETTERS, "Quel peintre exposa la toile *{title}* à {town}, au grand dam de {woman} ?"),
    Text("woman", LETTERS, "Quelle romancière dédia son récit *{title}* au facteur de {town} ?"),
    Text("man", PLACES, "Quel navigateur atteignit l'archipel de {town} à bord de la goélette *{ship}* ?"),
    Text("man", HISTORY, "Quel architecte dessina la halle aux grains de {town}, achevée en {year} ?"),
    Text("person", SHOWS, "Qui a composé l'opéra *{title}*, créé sous les huées au théâtre de {town} ?"),
    Text("woman", SHOWS, "Quelle actrice joue {role} dans le film *{title}*, tourné à {town} ?"),
    Text("woman", HISTORY, "Quelle aviatrice relia {town} et {town2} sans escale, un matin de {year} ?"),
    Text("man", SCIENCE, "Quel chimiste étudia les vapeurs de {plant} dans son laboratoire de {town} ?"),
    Text("man", SPORT, "Quel cycliste remporta sous la grêle l'étape entre {town} et {town2} en {year} ?"),
    Text("woman", SHOWS, "Quelle cantatrice interpréta *{title}* devant les bourgeois de {town} ?"),
    Text("person", NATURE, "Qui décrivit la floraison de la {plant} dans un carnet rédigé à {town} ?"),
    Text("man", SCIENCE, "Quel mécanicien fit breveter en {year} une machine à fabriquer les boîtes {craft} ?"),
    Text("woman", DAILY, "Quelle cuisinière de {town} inventa la confiture de {plant} pour {man} ?"),
    Text("person", HISTORY, "Qui mena les habitants de {town} pendant la querelle {reason}, en {year} ?"),
    Text("man", ODD, "Quel maire interdit aux soucoupes volantes de se poser sur les vignes de {town} ?"),
    Text("woman", SPORT, "Quelle nageuse traversa la {river} de {town} à {town2}, tout habillée, en {year} ?"),
    Text("person", LANGUAGE, "À qui doit-on le premier dictionnaire du patois de {town}, imprimé en {year} ?"),
    Text("person", SCIENCE, "Qui observa la comète de {year} depuis le clocher de {town}, une lunette à la main ?"),
    Text("man", LETTERS, "Quel poète fut exilé à {town} pour les vers moqueurs du recueil *{title}* ?"),
    Text("town", LETTERS, "Dans quelle commune le sculpteur {man} ouvrit-il son atelier en {year} ?"),
    Text("town", HISTORY, "Dans quelle cité fut signé, en {year}, le traité qui mit fin à la querelle {reason} ?"),
    Text("town", LETTERS, "Où naît la romancière {woman}, à qui l'on doit *{title}* ?"),
    Text("town", DAILY, "Quel bourg doit sa fortune à la fabrique {craft} que {man} y fonda en {year} ?"),
    Text("town", PLACES, "Quelle gare précède le viaduc de la {river} quand on arrive de {town} ?"),
    Text("town", SHOWS, "Dans quelles rues {woman} a-t-elle tourné les scènes de foule du film *{title}* ?"),
    Text("town", NATURE, "Près de quel village pousse la {plant} blanche que {man} dessina en {year} ?"),
    Text("town", SPORT, "Où {woman} gagna-t-elle en {year} la course de barques de la {river} ?"),
    Text("town", ODD, "Quelle commune élut par erreur un âne, en {year}, à la place de {man} ?"),
    Text("town", SCIENCE, "Au-dessus de quelle cité le ballon de {man} creva-t-il en {year} ?"),
    Text("work", LETTERS, "Quel roman de {person} s'ouvre sur une nuit de tempête au port de {town} ?"),
    Text("work", SHOWS, "Sous quel titre le film tourné par {man} à {town} sortit-il en {year} ?"),
    Text("work", LETTERS, "Quelle toile {woman} brûla-t-elle à {town}, un soir de colère, en {year} ?"),
    Text("work", SHOWS, "Quelle chanson de {woman} les mineurs de {town} reprenaient-ils en {year} ?"),
    Text("river", PLACES, "Quel cours d'eau arrose {town} puis {town2} avant de disparaître sous terre ?"),
    Text("ship", HISTORY, "Sur quel trois-mâts {man} quitta-t-il le port de {town} au printemps {year} ?"),
    Text("person", LETTERS, "« Je reviendrai par la {river} » : qui fait cette promesse dans *{title}* ?"),
    Text("person", HISTORY, "Vendu à {town} en {year}, le manuscrit de *{title}* : qui l'avait caché ?"),
)
NUMBERS = (
    Number(1180, 1995, "", HISTORY, "En quelle année {man} fonda-t-il la fabrique {craft} de {town} ?"),
    Number(1420, 1990, "", LETTERS, "En quelle année {woman} publia-t-elle *{title}* à {town} ?"),
    Number(1100, 1900, "", HISTORY, "En quelle année la querelle {reason} prit-elle fin entre {town} et {town2} ?"),
    Number(
        46, 690, "marches", PLACES, "Combien de marches faut-il gravir pour atteindre la lanterne du phare de {town} ?"
    ),
    Number(13, 980, "km", PLACES, "Combien de kilomètres séparent {town} et {town2} par l'ancienne route {reason} ?"),
    Number(21, 310, "m", HISTORY, "Combien de mètres mesure la façade du palais que {man} fit bâtir à {town} ?"),
    Number(140, 9800, "kg", HISTORY, "Combien de kilos pesait la cloche fondue à {town} en {year} ?"),
    Number(110, 9900, "habitants", PLACES, "Combien d'habitants {town} comptait-il au recensement de {year} ?"),
    Number(15, 720, "jours", HISTORY, "Combien de jours {man} assiégea-t-il {town} avant de renoncer ?"),
    Number(96, 990, "pages", LETTERS, "Combien de pages compte l'édition originale du roman *{title}* de {person} ?"),
    Number(61, 235, "min", SHOWS, "Combien de minutes dure *{title}*, le film que {woman} tourna à {town} ?"),
    Number(14, 97, "%", SCIENCE, "Quel pourcentage de la récolte de {plant} fut perdu à {town} en {year} ?"),
    Number(23, 990, "litres", DAILY, "Combien de litres contient la marmite où l'on cuit la {plant} à {town} ?"),
    Number(31, 880, "", SPORT, "Combien de coureurs prirent le départ de la course {town}–{town2} en {year} ?"),
    Number(13, 96, "ans", ODD, "À combien d'ans {man} remporta-t-il le concours de sifflet de {town} ?"),
    Number(17, 99, "", SHOWS, "Combien de figurants {woman} déguisa-t-elle pour le finale de *{title}* à {town} ?"),
    Number(102, 870, "m", NATURE, "À quelle profondeur, en mètres, la {river} s'engouffre-t-elle près de {town} ?"),
    Number(150, 4800, "g", NATURE, "Combien de grammes pesait la truffe que {woman} déterra près de {town} ?"),
    Number(19, 990, "", LANGUAGE, "Combien de mots {man} recueillit-il pour son lexique du patois de {town} ?"),
    Number(120, 2900, "m", PLACES, "À combien de mètres culmine le signal de {town}, gravi par {woman} en {year} ?"),
)
LISTINGS = (
    Listing("town", 4, 9, PLACES, "Citez les {count} villages que la {river} arrose entre {town} et {town2}."),
    Listing("person", 3, 7, SHOWS, "Citez les {count} musiciens de la fanfare que {town} envoya en tournée en {year}."),
    Listing("ship", 3, 6, HISTORY, "Nommez les {count} navires que {man} arma à {town} pour son expédition de {year}."),
    Listing("work", 3, 6, LETTERS, "Citez les {count} romans que {person} situa dans les environs de {town}."),
    Listing("river", 3, 6, PLACES, "Citez les {count} affluents que reçoit la {river} en amont de {town}."),
    Listing("plant", 4, 10, NATURE, "Citez les {count} herbes que {woman} faisait sécher dans son grenier de {town}."),
    Listing("plant", 3, 7, DAILY, "Donnez les {count} légumes et aromates de la soupe de {town} selon {woman}."),
    Listing("person", 3, 6, HISTORY, "Citez les {count} conjurés de {town} qui prirent part à la querelle {reason}."),
    Listing("man", 4, 8, SPORT, "Nommez les {count} rameurs qui descendirent la {river} jusqu'à {town} en {year}."),
    Listing("woman", 3, 6, SHOWS, "Citez les {count} actrices qui ont tenu un rôle dans *{title}*, filmé à {town}."),
    Listing("town", 3, 8, HISTORY, "Citez les {count} cités qui signèrent avec {town} la ligue {reason} en {year}."),
    Listing("work", 3, 5, SHOWS, "Nommez les {count} films que {man} tourna à {town} avant {year}."),
)
LUCKS = (
    Luck(
        "Lancez {thrown} vers {aimed} depuis votre place, {manner}, puis {manner2}.",
        "Chacun lance à son tour. Celui dont le lancer s'arrête le plus près gagne.",
    ),
    Luck(
        "Posez {thrown} sur {aimed} et avancez jusqu'à la porte, {manner}, sans rien faire tomber.",
        "Celui qui arrive avec tout son chargement gagne ; sinon, celui qui a marché le plus loin.",
    ),
    Luck(
        "Faites tourner {thrown} devant {aimed}, {manner} : la pointe désigne un joueur au hasard.",
        "Le joueur désigné perd sa mise, les autres la partagent.",
    ),
    Luck(
        "Prenez {thrown} et {aimed} : l'un de vous les cache, {manner}, l'autre devine la main.",
        "Qui devine juste gagne ; qui se trompe donne un jeton.",
    ),
)
